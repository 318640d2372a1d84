import * as contract from '@saldo/contract/arrears'
import { ageBands } from '@saldo/domain/arrears'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { accountArrears, subjectArrears } from './arrears-lists.ts'
import { arrearsTotals } from './by-age.sql.ts'

const ages: Record<string, ListColumn> = {
  overdue: { header: 'Scaduto', kind: 'amount' },
  ...Object.fromEntries(ageBands.map(({ id, label }) => [id, { header: label, kind: 'amount' as const }])),
  oldest_due: { header: 'Scaduto dal', kind: 'date' },
  act_by: { header: 'Agire entro (art. 1129 c.c.)', kind: 'date' },
}

export const listArrears = serveList(contract.listArrears, accountArrears)
export const summariseArrears = serve(
  contract.summariseArrears,
  async ({ tx, query }) => (await summaryOf(tx, accountArrears, query, arrearsTotals)) as never,
)
const accountColumns: Record<string, ListColumn> = {
  name: { header: 'Condominio', kind: 'text', width: 34 },
  subjects: { header: 'Morosi', kind: 'number' },
  ...ages,
}
export const exportArrears = serveAcross(contract.exportArrears, ({ as, services, query }) =>
  exportReply({ as, services, listing: accountArrears, query, columns: accountColumns, name: 'morosita' }),
)

export const listSubjectArrears = serve(
  contract.listSubjectArrears,
  async ({ tx, query }) => (await pageOf(tx, subjectArrears(query.account_id), query)) as never,
)
export const summariseSubjectArrears = serve(
  contract.summariseSubjectArrears,
  async ({ tx, query }) =>
    (await summaryOf(tx, subjectArrears(query.account_id), query, arrearsTotals)) as never,
)
const subjectColumns: Record<string, ListColumn> = {
  nominative: { header: 'Condòmino', kind: 'text', width: 34 },
  accounts: { header: 'Condominio', kind: 'text', width: 34 },
  bills: { header: 'Bollette scadute', kind: 'number' },
  ...ages,
}
export const exportSubjectArrears = serveAcross(contract.exportSubjectArrears, ({ as, services, query }) =>
  exportReply({
    ...{ as, services, listing: subjectArrears(query.account_id), query },
    ...{ columns: subjectColumns, name: 'morosita-per-condomino' },
  }),
)
