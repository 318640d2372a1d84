import * as contract from '@saldo/contract/reports/reports'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { ofBills } from '../accounts/bill-totals.ts'
import { type Asked, daysOf, onlyOf, type Period, periodBefore, periodOf } from './period.ts'

type Filters = z.output<typeof contract.summariseAccountReports.query>

/** The figures of a period by condominium. Condominiums without any figure, then or today, are left out. */
const accountReports = (filters: Filters): Listing<Filters, Record<'accounts', Found>> => {
  const asked = { ...filters, ...periodOf(filters) }
  const before = periodBefore(asked)
  return {
    select: (tx) => tx`
      a.account_id, a.name, ${ofBills(tx, tx`t.issued`)} as issued, ${ofBills(tx, tx`t.due`)} as due,
      t.moved - t.corrected as collected, t.corrected, t.moved_before - t.corrected_before as collected_before,
      ${ofBills(tx, tx`t.residue`)} as residue, ${ofBills(tx, tx`t.overdue`)} as overdue`,
    from: (tx) => tx`
      accounts a
      join (${sumsByAccount(tx, asked, before)}) t on t.account_id = a.account_id`,
    id: (tx) => tx`a.account_id`,
    id_name: 'account_id',
    search: (tx, text) => find(tx, text, ['accounts']),
    filters: {
      q: (tx, { accounts }) => isFound(tx, accounts, tx`a.account_id`, tx`a.folded`),
      ids: (tx, ids) => tx`a.account_id = any(${ids})`,
      // These select what is summed in the from clause.
      from: (tx) => tx`true`,
      to: (tx) => tx`true`,
      compare: (tx) => tx`true`,
      account_ids: (tx, ids) => tx`a.account_id = any(${ids})`,
    },
    sorts: {
      name: { sql: (tx) => tx`a.name_key`, type: 'text' },
      collected: { sql: (tx) => tx`(t.moved - t.corrected)`, type: 'bigint' },
      issued: { sql: (tx) => tx`t.issued`, type: 'bigint' },
      due: { sql: (tx) => tx`t.due`, type: 'bigint' },
      residue: { sql: (tx) => tx`t.residue`, type: 'bigint' },
      overdue: { sql: (tx) => tx`t.overdue`, type: 'bigint' },
    },
    default_sort: 'name',
  }
}

/** One row for each condominium with figures: those of the period, of the period before, and what is owed today. */
function sumsByAccount(tx: Tx, asked: Asked, before: Period) {
  const [now, then] = [daysOf(asked), daysOf(before)]
  const zero = tx`0::bigint`
  return tx`
    select s.account_id, sum(s.issued)::bigint as issued, sum(s.due)::bigint as due, sum(s.moved)::bigint as moved,
      sum(s.moved_before)::bigint as moved_before, sum(s.corrected)::bigint as corrected,
      sum(s.corrected_before)::bigint as corrected_before, sum(s.residue)::bigint as residue,
      sum(s.overdue)::bigint as overdue
    from (
      select f.account_id, f.issued, f.due, f.gross - f.given_back - f.taken_back as moved, ${zero} as moved_before,
        ${zero} as corrected, ${zero} as corrected_before, ${zero} as residue, ${zero} as overdue
      from monthly_figures f where f.month >= ${now.first} and f.month < ${now.after} ${onlyOf(tx, asked, tx`f`)}
      union all
      select f.account_id, 0, 0, 0, f.gross - f.given_back - f.taken_back, 0, 0, 0, 0
      from monthly_figures f where f.month >= ${then.first} and f.month < ${then.after} ${onlyOf(tx, asked, tx`f`)}
      union all
      select c.account_id, 0, 0, 0, 0, c.gross, 0, 0, 0
      from money_corrections c
      where c.day >= ${now.first} and c.day < ${now.after} and c.received_on < first_of_month(c.day)
        ${onlyOf(tx, asked, tx`c`)}
      union all
      select c.account_id, 0, 0, 0, 0, 0, c.gross, 0, 0
      from money_corrections c
      where c.day >= ${then.first} and c.day < ${then.after} and c.received_on < first_of_month(c.day)
        ${onlyOf(tx, asked, tx`c`)}
      union all
      select i.account_id, 0, 0, 0, 0, 0, 0, i.due, i.overdue from owed_instalments i where true ${onlyOf(tx, asked, tx`i`)}
    ) s
    group by s.account_id
    having (sum(s.issued), sum(s.due), sum(s.moved), sum(s.moved_before), sum(s.corrected), sum(s.residue))
      <> (0, 0, 0, 0, 0, 0)`
}

export const listAccountReports = serve(
  contract.listAccountReports,
  async ({ tx, query }) => (await pageOf(tx, accountReports(query), query)) as never,
)

export const summariseAccountReports = serve(
  contract.summariseAccountReports,
  async ({ tx, query }) =>
    (await summaryOf(
      tx,
      accountReports(query),
      query,
      (of) => of`
        count(*)::int as count, ${ofBills(of, of`coalesce(sum(t.issued), 0)::bigint`)} as issued,
        ${ofBills(of, of`coalesce(sum(t.due), 0)::bigint`)} as due,
        coalesce(sum(t.moved - t.corrected), 0)::bigint as collected, coalesce(sum(t.corrected), 0)::bigint as corrected,
        coalesce(sum(t.moved_before - t.corrected_before), 0)::bigint as collected_before,
        ${ofBills(of, of`coalesce(sum(t.residue), 0)::bigint`)} as residue,
        ${ofBills(of, of`coalesce(sum(t.overdue), 0)::bigint`)} as overdue`,
    )) as never,
)

const columns: Record<string, ListColumn> = {
  name: { header: 'Condominio', kind: 'text', width: 34 },
  issued: { header: 'Emesso', kind: 'amount' },
  due: { header: 'In scadenza nel periodo', kind: 'amount' },
  collected: { header: 'Incassi netti', kind: 'amount' },
  corrected: { header: 'Rettifiche', kind: 'amount' },
  collected_before: { header: 'Incassi netti del periodo di confronto', kind: 'amount' },
  residue: { header: 'Da incassare oggi', kind: 'amount' },
  overdue: { header: 'Scaduto oggi', kind: 'amount' },
}

export const exportAccountReports = serveAcross(contract.exportAccountReports, ({ as, services, query }) => {
  const { from, to } = periodOf(query)
  return exportReply({
    ...{ as, services, listing: accountReports(query), query, columns },
    name: `report-condomini-${from}-${to}`,
  })
})
