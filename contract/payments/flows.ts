import { flowDirections, flowKinds, flowStates } from '@saldo/domain/payments/flow'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    flow: true
  }
}

/** A file exchanged with a bank, or made for the accounting program: loaded here, or made here. In cents. */
export const Flow = z
  .object({
    flow_id: z.number(),
    direction: z.enum(flowDirections),
    kind: z.enum(flowKinds).nullable().meta({ description: 'Null until a loaded file is recognised' }),
    format: z
      .string()
      .nullable()
      .meta({ description: 'Like camt.053.001.08, cbi_rh, csv, pain.008.001.02, mav, riba, xlsx' }),
    file_name: z.string(),
    file_bytes: z.number(),
    state: z.enum(flowStates),
    refusal: z
      .string()
      .nullable()
      .meta({ description: 'Why the whole file was refused, or could not be made, in Italian' }),
    refusal_line: z.number().nullable().meta({ description: 'The line of the file, from 1' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'What the file calls itself: message id, or name of the flow' }),
    account_id: z.number().nullable().meta({ description: 'The condominium, if it is about one only' }),
    account_name: z.string().nullable(),
    note: z.string().nullable().meta({ description: 'What a person should know about the file, in Italian' }),
    count: z
      .number()
      .meta({ description: 'Movements, debits, notices or rows in it; so far, while it is being made' }),
    known: z.number().meta({ description: 'Those among them that an earlier file had brought' }),
    amount: z.number().meta({ description: 'The sum of their absolute amounts; of receipts, their total' }),
    actor: z.string().meta({ description: 'Who made or loaded it' }),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
  })
  .meta({ id: 'Flow' })
export type Flow = z.infer<typeof Flow>

export const uploadFlow = endpoint('PUT /v1/flows/upload', {
  heavy: 'import',
  summary:
    'Load a file of a bank (multipart: file, account_id?): read in the background, all of it or nothing; the same file again answers with the first',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  accepts: 'multipart',
  status: 202,
  reply: Flow,
  refuses: {
    409: 'a colleague loaded the same file, with condominiums that the caller does not see',
    413: 'larger than 20 MB',
    415: 'not multipart',
    422: 'no file, an empty one, or a super user has not chosen a customer',
  },
})

export const {
  list: listFlows,
  summarise: summariseFlows,
  export: exportFlows,
} = listEndpoints('flows', {
  records: 'Files exchanged with banks',
  record: 'flow',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: Flow,
  totals: z.object({ count: z.number(), entries: z.number(), amount: z.number() }),
  sorts: ['created_at', 'amount'],
  columns: [
    'created_at',
    'direction',
    'kind',
    'format',
    'file_name',
    'reference',
    'account_name',
    'state',
    'count',
    'known',
    'amount',
    'actor',
    'refusal',
    'refusal_line',
  ],
  filters: {
    direction: anyOf(flowDirections),
    kind: anyOf(flowKinds),
    state: anyOf(flowStates),
    account_id: Id('account').optional(),
    who: z
      .string()
      .trim()
      .max(200)
      .optional()
      .meta({ description: 'The name of who made or loaded it, as the list shows it' }),
    ...dayRange('created_at'),
  },
})

const refuses = { 404: 'no such flow, or not yours' } as const

export const getFlow = endpoint('GET /v1/flows/{id}', {
  summary: 'A file exchanged with a bank: what became of it',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('flow'),
  reply: Flow,
  refuses,
})

export const downloadFlow = endpoint('GET /v1/flows/{id}/file', {
  summary: 'The file itself, as it was made or loaded',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  // It has names and IBANs of people.
  step_up: true,
  params: IdParams('flow'),
  reply: file('application/octet-stream'),
  refuses: { ...refuses, 409: 'the stored file cannot be opened, is not ready yet, or could not be made' },
})
