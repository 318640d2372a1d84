import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'

/**
 * The main table of weights of the condominium of unit `u`, that of its property: the first of kind `value`. A unit without
 * a weight in it lacks its millesimi, wherever Saldo says so.
 */
export const mainTable = (tx: Tx): Fragment => tx`
  select t.weight_table_id, t.name from weight_tables t
  where t.customer_id = u.customer_id and t.account_id = u.account_id and t.kind = 'value'
  order by t.position, t.name, t.weight_table_id limit 1`
