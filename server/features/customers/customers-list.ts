import type { listCustomers } from '@saldo/contract/registry/customers'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { containingWords, keyListLimit, matchesAllWords } from '../../db/search.ts'

/** The result of a text search among customers: their ids or, if there are many, the patterns that match them. */
type Found = { ids: number[] } | { patterns: string[]; number: number | null }
type Filters = Omit<z.output<typeof listCustomers.query>, 'sort' | 'limit' | 'cursor'>

export const customers: Listing<Filters, Found> = {
  // Few matches are read by key, many in order until a page is full. PostgreSQL cannot know how many match a part of
  // a word, so it would do either for both, which is slow with many customers.
  search: async (tx, text) => {
    const patterns = containingWords(text)
    const number = numberIn(text)
    const rows = await tx<{ customer_id: number }[]>`
      select c.customer_id from customers c where ${matchesAllWords(tx, tx`c.folded`, patterns)} limit ${keyListLimit + 1}`
    if (rows.length > keyListLimit) {
      await tx`select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`
      return { patterns, number }
    }
    const ids = rows.map(({ customer_id }) => customer_id)
    return { ids: number === null ? ids : [...ids, number] }
  },
  // `between` counts condominiums by their index. With `=`, PostgreSQL expects as many for each customer as the few
  // large offices have, and reads the whole table for each row of a page.
  select: (tx) => tx`
    c.customer_id, c.business_name, c.is_store, c.state, c.firstname, c.lastname, c.address, c.house_number, c.city,
    c.zip_code, c.prov, c.fiscal_code, c.vat_number, c.primary_email, c.primary_mobile_phone, c.group_id,
    g.name as group_name, c.sector_id, s.name as sector_name, c.created_at, c.updated_at, c.activated_at,
    (select count(*)::int from accounts a where a.customer_id between c.customer_id and c.customer_id) as accounts_count,
    (select count(*)::int from documents d where d.customer_id = c.customer_id and d.state = 'to_check') as documents_to_check`,
  from: (tx) => tx`
    customers c
    left join customer_groups g on g.group_id = c.group_id
    left join sectors s on s.sector_id = c.sector_id`,
  id: (tx) => tx`c.customer_id`,
  id_name: 'customer_id',
  filters: {
    q: (tx, found) =>
      'ids' in found
        ? tx`c.customer_id = any(${found.ids}::bigint[])`
        : tx`(${matchesAllWords(tx, tx`c.folded`, found.patterns)} or c.customer_id = ${found.number}::bigint)`,
    ids: (tx, ids) => tx`c.customer_id = any(${ids}::bigint[])`,
    state: (tx, state) => tx`c.state = ${state}`,
    is_store: (tx, is_store) => tx`c.is_store = ${is_store === '1'}`,
    prov: (tx, prov) => tx`c.prov = ${prov.toUpperCase()}`,
    group_id: (tx, group_id) => tx`c.group_id = ${group_id}`,
    sector_id: (tx, sector_id) => tx`c.sector_id = ${sector_id}`,
    documents: (tx) =>
      tx`c.customer_id in (select d.customer_id from documents d where d.state = 'to_check')`,
  },
  sorts: {
    business_name: { sql: (tx) => tx`c.business_name`, type: 'text', name: 'business_name' },
    city: { sql: (tx) => tx`fold(c.city)`, type: 'text' },
    created_at: { sql: (tx) => tx`c.created_at`, type: 'timestamptz' },
    customer_id: { sql: (tx) => tx`c.customer_id`, type: 'bigint', name: 'customer_id' },
  },
  default_sort: 'business_name',
}

/** The text as an id; null if it is none, or has too many digits. */
const numberIn = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
