import type { Tx } from '../../db/connection.ts'
import { mainTable } from './main-table.ts'

/** A condominium in use, with how many of its units lack what bills need. */
export type IncompleteUnits = {
  account_id: number
  name: string
  state: 'awaiting' | 'active'
  units: number
  without_weights: number
  without_holders: number
}

/**
 * The condominiums in use, with their units. Weights are those of the main table, as in the list
 * of units: zero is one. Holders are those of today.
 */
export const incompleteUnits = (tx: Tx) => tx<IncompleteUnits[]>`
  select a.account_id, a.name, a.state, count(u.unit_id)::int as units,
    count(u.unit_id) filter (where w.unit_id is null)::int as without_weights,
    count(u.unit_id) filter (where r.unit_id is null)::int as without_holders
  from accounts a
  left join units u on u.customer_id = a.customer_id and u.account_id = a.account_id
  left join lateral (${mainTable(tx)}) m on true
  left join weights w on w.weight_table_id = m.weight_table_id and w.unit_id = u.unit_id
  left join (
    select distinct h.customer_id, h.unit_id from right_holders h
    where (h.since is null or h.since <= today()) and (h.until is null or h.until >= today())
  ) r on r.customer_id = u.customer_id and r.unit_id = u.unit_id
  where a.state <> 'closed'
  group by a.account_id
  order by a.name_key, a.account_id`
