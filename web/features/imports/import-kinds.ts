import type { Permission } from '@saldo/contract/sections'
import { api, apiFile, type Input, type Reply } from '../../api.ts'
import { apiUpload } from '../../api-upload.ts'
import { paths } from '../../paths.ts'

export type Import = Reply<'GET /v1/bills/import/{id}'>
export type ImportRow = Reply<'GET /v1/bills/import/{id}/rows'>['items'][number]
export type Table = Import['tables'][number]
export type Question = Import['questions'][number]
export type ImportKind = Import['kind']
export type ImportChange = Exclude<Input<'POST /v1/accounts/import/check/{id}'>['body'], FormData | undefined>
export type RowsQuery = { status?: ImportRow['status']; cursor?: string; limit: number }
type Sending = Parameters<typeof apiUpload>[2]

/** Texts, endpoints and permissions of each kind of import; everything else is the same for both. */
export const importKinds = {
  bills: {
    title: 'Importa bollette',
    of: 'Bollette',
    introduction:
      'Da un foglio di calcolo: prima lo leggo e te lo mostro, poi decidi tu. Nulla viene importato senza la tua conferma.',
    accepts: 'Una bolletta per riga, oppure una colonna per ogni scadenza.',
    of_a_customer: 'Le bollette importate sono di un cliente: sceglilo dalla fascia in alto.',
    needs: ['bills:write'] as readonly Permission[],
    not_permitted: 'Non puoi importare bollette',
    list: () => paths.bills(),
    start: () => paths.importBills(),
    page: (id: number) => paths.importedBills(id),
    get: (id: number, signal?: AbortSignal) => api('GET /v1/bills/import/{id}', { params: { id }, signal }),
    latest: (signal?: AbortSignal) => api('GET /v1/bills/import', { query: { limit: 10 }, signal }),
    rows: (id: number, query: RowsQuery, signal?: AbortSignal) =>
      api('GET /v1/bills/import/{id}/rows', { params: { id }, query, signal }),
    upload: (form: FormData, sending: Sending) => apiUpload('PUT /v1/bills/import', form, sending),
    amend: (id: number, body: ImportChange) => api('POST /v1/bills/import/{id}', { params: { id }, body }),
    confirm: (id: number) => api('POST /v1/bills/import/{id}/confirm', { params: { id } }),
    discard: (id: number) => api('DELETE /v1/bills/import/{id}', { params: { id } }),
    errors: (id: number) => apiFile('GET /v1/bills/import/{id}/errors', { params: { id } }),
    template: () => apiFile('GET /v1/bills/import/template'),
  },
  registry: {
    title: 'Importa condomìni',
    of: 'Condomìni',
    introduction:
      'Unità, persone, millesimi e saldi da un foglio di calcolo: prima lo leggo e te lo mostro, poi decidi tu. Nulla viene importato senza la tua conferma.',
    accepts: 'Una riga per ogni persona di un’unità, una colonna per ogni tabella millesimale.',
    of_a_customer: 'I condomìni importati sono di un cliente: sceglilo dalla fascia in alto.',
    needs: ['accounts:write', 'subjects:write', 'bills:write'] as readonly Permission[],
    not_permitted: 'Non puoi importare condomìni',
    list: () => paths.accounts(),
    start: () => paths.importAccounts(),
    page: (id: number) => paths.importedAccounts(id),
    get: (id: number, signal?: AbortSignal) =>
      api('GET /v1/accounts/import/{id}', { params: { id }, signal }),
    latest: (signal?: AbortSignal) => api('GET /v1/accounts/import', { query: { limit: 10 }, signal }),
    rows: (id: number, query: RowsQuery, signal?: AbortSignal) =>
      api('GET /v1/accounts/import/{id}/rows', { params: { id }, query, signal }),
    upload: (form: FormData, sending: Sending) => apiUpload('PUT /v1/accounts/import', form, sending),
    amend: (id: number, body: ImportChange) =>
      api('POST /v1/accounts/import/check/{id}', { params: { id }, body }),
    confirm: (id: number) => api('POST /v1/accounts/import/{id}', { params: { id } }),
    discard: (id: number) => api('DELETE /v1/accounts/import/{id}', { params: { id } }),
    undo: (id: number) => api('POST /v1/accounts/import/{id}/undo', { params: { id } }),
    errors: (id: number) => apiFile('GET /v1/accounts/import/{id}/errors', { params: { id } }),
    template: () => apiFile('GET /v1/accounts/import/template'),
  },
}
