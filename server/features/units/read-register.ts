import * as contract from '@saldo/contract/registry/units'
import { rightKinds } from '@saldo/domain/right-holder'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const getRegister = serve(contract.getRegister, async ({ tx, params }) => {
  const [seen] = await tx`select from accounts where account_id = ${params.id}`
  if (!seen) throw notFound('Il condominio')
  const [units, tables] = [
    await unitsWhere(tx, tx`u.account_id = ${params.id}`),
    await tablesWhere(tx, tx`t.account_id = ${params.id}`),
  ]
  return { units, tables }
})

type Condition = PendingQuery<Row[]>

/** Units in order, each with its right holders: current ones first, then by kind and name. */
export const unitsWhere = (tx: Tx, condition: Condition) => tx<contract.Unit[]>`
  select u.unit_id, u.account_id, u.name, u.staircase, u.number, u.floor, u.use, u.cadastral_sheet, u.cadastral_parcel,
    u.cadastral_subunit, u.cadastral_category, u.notes, coalesce(h.holders, '[]') as holders
  from units u
  left join lateral (
    select json_agg(json_build_object('right_holder_id', r.right_holder_id, 'unit_id', r.unit_id, 'subject_id', r.subject_id,
      'nominative', s.nominative, 'right_kind', r.right_kind, 'share_numerator', r.share_numerator,
      'share_denominator', r.share_denominator, 'since', r.since, 'until', r.until, 'pays', r.pays)
      order by r.until is not null, array_position(${[...rightKinds]}::text[], r.right_kind),
        s.nominative, r.right_holder_id) as holders
    from right_holders r join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
    where r.customer_id = u.customer_id and r.unit_id = u.unit_id
  ) h on true
  where ${condition}
  order by u.position, u.staircase, u.unit_id`

/** One unit; 404 when it is not visible to the actor. */
export async function unitById(tx: Tx, unit_id: number): Promise<contract.Unit> {
  const [unit] = await unitsWhere(tx, tx`u.unit_id = ${unit_id}`)
  if (!unit) throw notFound('L’unità')
  return unit
}

/** Tables in order, each with its weights by unit. */
export const tablesWhere = (tx: Tx, condition: Condition) => tx<contract.WeightTable[]>`
  select t.weight_table_id, t.account_id, t.name, t.kind, coalesce(w.total, 0)::bigint as total,
    coalesce(w.weights, '{}') as weights
  from weight_tables t
  left join lateral (
    select sum(x.weight) as total, json_object_agg(x.unit_id, x.weight) as weights
    from weights x where x.weight_table_id = t.weight_table_id
  ) w on true
  where ${condition}
  order by t.position, t.name, t.weight_table_id`

/** One table; 404 when it is not visible to the actor. */
export async function tableById(tx: Tx, weight_table_id: number): Promise<contract.WeightTable> {
  const [table] = await tablesWhere(tx, tx`t.weight_table_id = ${weight_table_id}`)
  if (!table) throw notFound('La tabella')
  return table
}
