import * as contract from '@saldo/contract/bills/arrears'
import { ageBands } from '@saldo/domain/arrears/arrears'
import type { z } from 'zod'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { ageFilters, ageSorts, arrearsColumns, arrearsTotals, overdueByAge } from './overdue-by-age.ts'

type OfAccounts = z.output<typeof contract.summariseArrears.query>
type OfSubjects = z.output<typeof contract.summariseSubjectArrears.query>

/** Condominiums with overdue money, by age. */
export const accountArrears: Listing<OfAccounts, Record<'accounts', Found>> = {
  select: (tx) => tx`a.account_id, a.name, o.subjects, ${arrearsColumns(tx)}`,
  from: (tx) => tx`
    accounts a
    join ${overdueByAge(tx, tx`i.customer_id = a.customer_id and i.account_id = a.account_id`)} on o.overdue > 0`,
  id: (tx) => tx`a.account_id`,
  id_name: 'account_id',
  search: (tx, text) => find(tx, text, ['accounts']),
  filters: {
    q: (tx, { accounts }) => isFound(tx, accounts, tx`a.account_id`, tx`a.folded`),
    ids: (tx, ids) => tx`a.account_id = any(${ids})`,
    ...ageFilters,
  },
  sorts: { name: { sql: (tx) => tx`a.name_key`, type: 'text' }, ...ageSorts },
  default_sort: '-overdue',
}

/** People with overdue money, by age: of all condominiums, or of one. */
export const subjectArrears = (
  account_id: number | undefined,
): Listing<OfSubjects, Record<'subjects', Found>> => ({
  select: (tx) => tx`
    s.subject_id, s.nominative, o.bills, ${arrearsColumns(tx)},
    (select string_agg(a.name, ', ' order by a.name) from accounts a
      where a.customer_id = s.customer_id and a.account_id = any(o.account_ids)) as accounts`,
  from: (tx) => tx`
    subjects s
    join ${overdueByAge(
      tx,
      tx`i.customer_id = s.customer_id and i.subject_id = s.subject_id
        ${account_id ? tx`and i.account_id = ${account_id}` : tx``}`,
    )} on o.overdue > 0`,
  id: (tx) => tx`s.subject_id`,
  id_name: 'subject_id',
  search: (tx, text) => find(tx, text, ['subjects']),
  filters: {
    q: (tx, { subjects }) => isFound(tx, subjects, tx`s.subject_id`, textOfPerson(tx)),
    ids: (tx, ids) => tx`s.subject_id = any(${ids})`,
    // This selects which instalments are summed in the from clause, so it adds no condition here.
    account_id: (tx) => tx`true`,
    ...ageFilters,
  },
  sorts: { nominative: { sql: (tx) => tx`s.name_key`, type: 'text' }, ...ageSorts },
  default_sort: '-overdue',
})

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
