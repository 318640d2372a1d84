import * as contract from '@saldo/contract/reports/books'
import { ledgerAccountsOfCash as ofCash } from '@saldo/domain/accounting/accounting'
import { today } from '@saldo/domain/dates'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseCash.query>

/**
 * The money of every condominium, by place, at the end of a day (default: today). Entries dated later are ignored. In
 * cents.
 */
export const cashList = (day: string | undefined): Listing<Filters, Record<'accounts', Found>> => ({
  select: (tx) => tx`
    a.account_id, a.name, c.bank, c.provider, c.connected, c.in_transit, c.total, c.disputed, c.credits, c.debt,
    books_closed_to(a.customer_id, a.account_id) as closed_to`,
  from: (tx) => tx`
    accounts a
    cross join lateral (
      select ${sum(tx, ofCash.bank)} as bank, ${sum(tx, ofCash.provider_transit)} as provider,
        ${sum(tx, ofCash.connected_balance)} as connected, ${sum(tx, ofCash.payout_transit)} as in_transit,
        ${sum(tx, Object.values(ofCash).flat())} as total,
        ${sum(tx, ['disputed'])} as disputed, -${sum(tx, ['subject_credit'])} as credits, -${sum(tx, ['office_debt'])} as debt
      from ledger_entries e
      join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.customer_id = a.customer_id and e.account_id = a.account_id
        and e.day <= ${day ? tx`${day}::date` : tx`today()`}
    ) c`,
  id: (tx) => tx`a.account_id`,
  id_name: 'account_id',
  search: (tx, text) => find(tx, text, ['accounts']),
  filters: {
    q: (tx, { accounts }) => isFound(tx, accounts, tx`a.account_id`, tx`a.folded`),
    ids: (tx, ids) => tx`a.account_id = any(${ids})`,
    day: (tx) => tx`true`,
    total_min: (tx, cents) => tx`c.total >= ${cents}`,
    total_max: (tx, cents) => tx`c.total <= ${cents}`,
  },
  sorts: {
    name: { sql: (tx) => tx`a.name_key`, type: 'text' },
    bank: { sql: (tx) => tx`c.bank`, type: 'bigint' },
    provider: { sql: (tx) => tx`c.provider`, type: 'bigint' },
    connected: { sql: (tx) => tx`c.connected`, type: 'bigint' },
    in_transit: { sql: (tx) => tx`c.in_transit`, type: 'bigint' },
    total: { sql: (tx) => tx`c.total`, type: 'bigint' },
    disputed: { sql: (tx) => tx`c.disputed`, type: 'bigint' },
    credits: { sql: (tx) => tx`c.credits`, type: 'bigint' },
    debt: { sql: (tx) => tx`c.debt`, type: 'bigint' },
  },
  default_sort: 'name',
})

const sum = (tx: Tx, accounts: readonly string[]) =>
  tx`coalesce(sum(l.amount) filter (where l.ledger_account = any(${[...accounts]})), 0)::bigint`

export const listCash = serve(
  contract.listCash,
  async ({ tx, query }) => (await pageOf(tx, cashList(query.day), query)) as never,
)

const figures = [
  'bank',
  'provider',
  'connected',
  'in_transit',
  'total',
  'disputed',
  'credits',
  'debt',
] as const

export const summariseCash = serve(contract.summariseCash, async ({ tx, query }) => {
  const sums = await summaryOf(tx, cashList(query.day), query, (of: Tx) =>
    figures
      .map((name) => of`coalesce(sum(c.${of(name)}), 0)::bigint as ${of(name)}`)
      .reduce((one, other) => of`${one}, ${other}`, of`count(*)::int as count`),
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  name: { header: 'Condominio', kind: 'text', width: 34 },
  bank: { header: 'Banca', kind: 'amount' },
  provider: { header: 'Presso il provider', kind: 'amount' },
  connected: { header: 'Account incassi', kind: 'amount' },
  in_transit: { header: 'In transito', kind: 'amount' },
  total: { header: 'Totale', kind: 'amount' },
  disputed: { header: 'Somme contestate', kind: 'amount' },
  credits: { header: 'Crediti dei condòmini', kind: 'amount' },
  debt: { header: 'Da rendere a Saldo', kind: 'amount' },
  closed_to: { header: 'Conti chiusi fino al', kind: 'date' },
}

export const exportCash = serveAcross(contract.exportCash, ({ as, services, query }) =>
  exportReply({
    ...{ as, services, listing: cashList(query.day), query, columns },
    name: `situazione-di-cassa-al-${query.day ?? today()}`,
  }),
)

export const getCash = serve(contract.getCash, async ({ tx, params, query }) => {
  const { items } = await pageOf(tx, cashList(query.day), { ids: [params.id], limit: 1 } as never)
  const [position] = items
  if (!position) throw notFound('Il condominio')
  return { ...position, day: query.day ?? today() } as never
})
