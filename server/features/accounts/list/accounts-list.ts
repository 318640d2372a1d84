import * as contract from '@saldo/contract/registry/accounts'
import type { z } from 'zod'
import type { Listing } from '../../../db/listing.ts'
import { type Found, find, isFound } from '../../../db/search.ts'
import { serveList } from '../../../http/serve.ts'
import { billTotals, owedColumns } from '../bill-totals.ts'

type Filters = z.output<typeof contract.summariseAccounts.query>

/** Condominiums for list, summary and export; money is summed only for the rows of the page. */
export const accountsList: Listing<Filters, Record<'accounts', Found>> = {
  select: (tx) => tx`
    a.account_id, a.customer_id, a.name, a.fiscal_code, left(a.iban, 4) || ' •••• ' || right(a.iban, 4) as iban, a.state, a.flag_pay_card, a.flag_pay_debit, a.flag_pay_klarna,
    a.activated_at, a.closed_at, a.address, a.house_number, a.city, a.city_id, a.zip_code,
    a.prov, a.email, a.phone, a.minimum_payment, a.created_at, a.updated_at, t.bills_count, t.issued, t.collected, ${owedColumns(tx)}`,
  from: (tx) => tx`
    accounts a
    cross join ${billTotals(tx, tx`b.customer_id = a.customer_id and b.account_id = a.account_id`)}`,
  id: (tx) => tx`a.account_id`,
  id_name: 'account_id',
  search: (tx, text) => find(tx, text, ['accounts']),
  filters: {
    q: (tx, { accounts }) => isFound(tx, accounts, tx`a.account_id`, tx`a.folded`),
    ids: (tx, ids) => tx`a.account_id = any(${ids})`,
    prov: (tx, prov) => tx`a.prov = ${prov.toUpperCase()}`,
    city: (tx, city) => tx`a.city_key = fold(${city})`,
    iban: (tx, iban) => (iban === 'with' ? tx`a.iban is not null` : tx`a.iban is null`),
    state: (tx, states) => tx`a.state = any(${states})`,
  },
  sorts: {
    name: { sql: (tx) => tx`a.name_key`, type: 'text' },
    city: { sql: (tx) => tx`a.city_key`, type: 'text' },
    residue: { sql: (tx) => tx`t.residue`, type: 'bigint' },
    overdue: { sql: (tx) => tx`o.overdue`, type: 'bigint' },
    issued: { sql: (tx) => tx`t.issued`, type: 'bigint' },
    collected: { sql: (tx) => tx`t.collected`, type: 'bigint' },
    bills_count: { sql: (tx) => tx`t.bills_count`, type: 'bigint' },
  },
  default_sort: 'name',
}

export const listAccounts = serveList(contract.listAccounts, accountsList)
