import type { listCustomers } from '@saldo/contract/customers'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'

type Filters = Omit<z.output<typeof listCustomers.query>, 'sort' | 'limit' | 'cursor'>

export const customers: Listing<Filters> = {
  // With three letters the trigram index knows the few; reading all by name until a page is full, which Postgres may
  // prefer, takes as long as there are customers when nobody is found.
  plan: ({ q }) =>
    q && containingWords(q).some((pattern) => pattern.length >= '%abc%'.length)
      ? 'enable_indexscan = off'
      : null,
  select: (tx) => tx`
    c.customer_id, c.business_name, c.is_store, c.state, c.firstname, c.lastname, c.address, c.house_number, c.city,
    c.zip_code, c.prov, c.fiscal_code, c.vat_number, c.primary_email, c.primary_mobile_phone, c.group_id,
    g.name as group_name, c.sector_id, s.name as sector_name, c.created_at, c.updated_at, c.activated_at,
    (select count(*)::int from accounts a where a.customer_id = c.customer_id) as accounts_count,
    (select count(*)::int from documents d where d.customer_id = c.customer_id and d.state = 'to_check') as documents_to_check`,
  from: (tx) => tx`
    customers c
    left join customer_groups g on g.group_id = c.group_id
    left join sectors s on s.sector_id = c.sector_id`,
  id: (tx) => tx`c.customer_id`,
  id_name: 'customer_id',
  filters: {
    // Word by word, in whatever order; said one by one, since the index does not know `like all`. It serves here because
    // the back office sees every customer: no policy stands between it and the rows.
    q: (tx, text) => {
      const words = containingWords(text).map((pattern) => tx`c.folded like ${pattern}`)
      const all = words.reduce((one, other) => tx`${one} and ${other}`)
      return tx`(${all} or c.customer_id = ${numberIn(text)}::bigint)`
    },
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

/** The id that was typed, or null; digits too long for one are no id. */
const numberIn = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
