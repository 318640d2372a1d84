import * as contract from '@saldo/contract/registry/units'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { tableById } from './read-register.ts'

const tableTaken = {
  one_weight_table_per_name: { name: 'In questo condominio c’è già una tabella con questo nome.' },
}

export const createWeightTable = serve(contract.createWeightTable, async ({ tx, body }) => {
  const [account] = await tx`select customer_id from accounts where account_id = ${body.account_id}`
  if (!account) throw notFound('Il condominio')
  const [{ position } = {}] = await tx`
    select coalesce(max(position), 0) + 1 as position from weight_tables where account_id = ${body.account_id}`
  const [made] = await conflictIfNotUnique(
    tx`
      insert into weight_tables ${tx({ ...body, position, customer_id: account.customer_id })}
      returning weight_table_id`,
    tableTaken,
  )
  return tableById(tx, made?.weight_table_id)
})

/** Weights are changed one by one, so that two people can fill the same table at the same time. */
export const updateWeightTable = serve(
  contract.updateWeightTable,
  async ({ tx, body: { weight_table_id, name, kind, weights } }) => {
    const [table] = await conflictIfNotUnique(
      tx`
        update weight_tables set name = ${name}, kind = ${kind}, updated_at = now()
        where weight_table_id = ${weight_table_id} returning customer_id, account_id`,
      tableTaken,
    )
    if (!table) throw notFound('La tabella')
    const { customer_id, account_id } = table
    const ids = Object.keys(weights).map(Number)
    const [{ known } = {}] = await tx`
      select count(*)::int as known from units where account_id = ${account_id} and unit_id = any (${ids}::bigint[])`
    if (known !== ids.length) throw notFound('Un’unità')
    const none = ids.filter((id) => weights[id] === null)
    await tx`delete from weights where weight_table_id = ${weight_table_id} and unit_id = any (${none}::bigint[])`
    const rows = ids
      .filter((id) => weights[id] !== null)
      .map((unit_id) => ({
        weight_table_id,
        unit_id,
        customer_id,
        account_id,
        weight: weights[unit_id] as number,
      }))
    if (rows.length > 0)
      await tx`
        insert into weights ${tx(rows)}
        on conflict (weight_table_id, unit_id) do update set weight = excluded.weight where weights.weight <> excluded.weight`
    return tableById(tx, weight_table_id)
  },
)

export const deleteWeightTable = serve(contract.deleteWeightTable, async ({ tx, params }) => {
  const { count } = await tx`delete from weight_tables where weight_table_id = ${params.id}`
  if (count === 0) throw notFound('La tabella')
  return undefined
})
