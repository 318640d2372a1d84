import { z } from 'zod'
import { endpoint, file, IdParams, staff } from './endpoint.ts'
import * as fields from './fields.ts'
import { Import, ImportAmendment, ImportRowsPage, ImportRowsQuery, LatestImportsQuery } from './imports.ts'

declare module './record-kinds.ts' {
  interface RecordKinds {
    registry_import: true
  }
}

/* A registry is condominiums, units, people, their rights, weights and opening balances. In every path `id` is the import:
   it begins with the file, may be checked any number of times, and is then written once. */

/** Corrected settings of an import. `null` restores what the file proposes. */
export const RegistryAmendment = ImportAmendment.extend({ opening_date: fields.Day.nullish() })

/** The day of opening balances without a day of their own, if it was not set before. */
export const RegistryConfirmation = z.object({ opening_date: fields.Day.optional() })

const refuses = { 404: 'no such import, or not yours' } as const
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const uploadRegistry = endpoint('PUT /v1/accounts/import', {
  heavy: 'import',
  summary:
    'Bring a spreadsheet of units and people (multipart: file, account_id?): read in the background, nothing written yet',
  allow: staff,
  permission: 'accounts:write',
  scope: 'whole_office',
  accepts: 'multipart',
  status: 202,
  reply: Import,
  refuses: {
    413: 'larger than 50 MB',
    415: 'not multipart',
    422: 'no file, or a super user has not chosen a customer',
  },
})
export const listRegistryImports = endpoint('GET /v1/accounts/import', {
  summary: 'The latest imports of the registry',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  query: LatestImportsQuery,
  reply: z.array(Import),
})
export const getRegistryImport = endpoint('GET /v1/accounts/import/{id}', {
  summary: 'How an import stands: what it found new, changed, unchanged and wrong',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('registry_import'),
  reply: Import,
  refuses,
})
export const registryImportRows = endpoint('GET /v1/accounts/import/{id}/rows', {
  summary: 'The rows of an import with their issues and changes, a page at a time',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('registry_import'),
  query: ImportRowsQuery,
  reply: ImportRowsPage,
  refuses,
})
export const registryImportErrors = endpoint('GET /v1/accounts/import/{id}/errors', {
  heavy: 'export',
  summary: 'The wrong rows as a spreadsheet, with the reasons',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  step_up: true,
  params: IdParams('registry_import'),
  reply: file(xlsx),
  refuses,
})
export const registryTemplate = endpoint('GET /v1/accounts/import/template', {
  summary: 'An empty spreadsheet with the usual columns',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  reply: file(xlsx),
})
export const checkRegistryImport = endpoint('POST /v1/accounts/import/check/{id}', {
  summary:
    'Check import {id} again: as it is, without a body, or with other columns, another condominium, another day of the ' +
    'opening balances or without its wrong rows. Writes nothing',
  allow: staff,
  permission: 'accounts:write',
  scope: 'whole_office',
  params: IdParams('registry_import'),
  body: RegistryAmendment.prefault({}),
  reply: Import,
  refuses: { ...refuses, 409: 'already written or discarded' },
})
export const writeRegistryImport = endpoint('POST /v1/accounts/import/{id}', {
  summary: 'Write all rows of the checked import {id}, or none',
  allow: staff,
  permission: 'accounts:write',
  scope: 'whole_office',
  params: IdParams('registry_import'),
  body: RegistryConfirmation.optional(),
  status: 202,
  reply: Import,
  refuses: {
    ...refuses,
    400: 'nothing says of which day the opening balances are, or it cannot be that day',
    409: 'rows are still wrong, a question is open, an earlier version read the file (read_again), or already written',
  },
})
export const discardRegistryImport = endpoint('DELETE /v1/accounts/import/{id}', {
  summary: 'Throw an import away before it is written',
  allow: staff,
  permission: 'accounts:write',
  scope: 'whole_office',
  params: IdParams('registry_import'),
  reply: Import,
  refuses: { ...refuses, 409: 'already written' },
})
export const undoRegistryImport = endpoint('POST /v1/accounts/import/{id}/undo', {
  summary:
    'Have a job take away what the last import wrote, while nothing was built on it; the import says how far it is',
  allow: staff,
  permission: 'accounts:write',
  scope: 'whole_office',
  step_up: true,
  params: IdParams('registry_import'),
  status: 202,
  reply: Import,
  refuses: { ...refuses, 409: 'not the last one written, or something was built on it' },
})
