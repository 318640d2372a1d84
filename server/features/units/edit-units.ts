import * as contract from '@saldo/contract/registry/units'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { unitById } from './read-register.ts'

const unitTaken = {
  one_unit_per_number: { number: 'In questo condominio c’è già un’unità con questa scala e questo interno.' },
}

export const createUnit = serve(contract.createUnit, async ({ tx, body }) => {
  const [account] = await tx`select customer_id from accounts where account_id = ${body.account_id}`
  if (!account) throw notFound('Il condominio')
  const [made] = await conflictIfNotUnique(
    tx`
      insert into units ${tx({ ...omitUndefined(body), customer_id: account.customer_id })} returning unit_id`,
    unitTaken,
  )
  await tx`
    update units u set position = coalesce((
      select max(o.position) from units o where o.customer_id = u.customer_id and o.account_id = u.account_id), 0) + 1
    where u.unit_id = ${made?.unit_id}`
  return unitById(tx, made?.unit_id)
})

export const updateUnit = serve(contract.updateUnit, async ({ tx, body: { unit_id, ...body } }) => {
  const { count } = await conflictIfNotUnique(
    tx`update units set ${tx(omitUndefined(body))}, updated_at = now() where unit_id = ${unit_id}`,
    unitTaken,
  )
  if (count === 0) throw notFound('L’unità')
  return unitById(tx, unit_id)
})

/** 409 for a unit with an imported opening balance: it would be imported again. */
export const deleteUnit = serve(contract.deleteUnit, async ({ tx, params }) => {
  const [unit] = await tx`select from units where unit_id = ${params.id} for update`
  if (!unit) throw notFound('L’unità')
  const [opening] = await tx`select from opening_balances where unit_id = ${params.id} limit 1`
  if (opening)
    throw conflict(
      'has_opening_balance',
      'Questa unità ha un saldo precedente importato: si toglie annullando l’importazione.',
    )
  await tx`delete from units where unit_id = ${params.id}`
  return undefined
})
