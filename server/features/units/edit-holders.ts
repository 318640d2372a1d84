import * as contract from '@saldo/contract/registry/units'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { unitById } from './read-register.ts'

const rightTaken = {
  one_right_at_a_time: {
    right_kind: 'Questa persona ha già questo diritto nell’unità: prima va chiuso con una data.',
  },
}

export const addRightHolder = serve(contract.addRightHolder, async ({ tx, body }) => {
  const { since = null, until = null, ...right } = body
  const [unit] = await tx`select customer_id, account_id from units where unit_id = ${body.unit_id}`
  if (!unit) throw notFound('L’unità')
  const [subject] = await tx`
    select from subjects where subject_id = ${body.subject_id} and customer_id = ${unit.customer_id}`
  if (!subject) throw notFound('La persona')
  const { customer_id, account_id } = unit
  await conflictIfNotUnique(
    tx`insert into right_holders ${tx({ ...right, since, until, customer_id, account_id })}`,
    rightTaken,
  )
  return unitById(tx, body.unit_id)
})

export const changeRightHolder = serve(
  contract.changeRightHolder,
  async ({ tx, body: { right_holder_id, since = null, until = null, ...right } }) => {
    const [changed] = await conflictIfNotUnique(
      tx`
        update right_holders set ${tx({ ...right, since, until })}, updated_at = now()
        where right_holder_id = ${right_holder_id} returning unit_id`,
      rightTaken,
    )
    if (!changed) throw notFound('Il diritto')
    return unitById(tx, changed.unit_id)
  },
)

export const removeRightHolder = serve(contract.removeRightHolder, async ({ tx, params }) => {
  const [removed] = await tx`delete from right_holders where right_holder_id = ${params.id} returning unit_id`
  if (!removed) throw notFound('Il diritto')
  return unitById(tx, removed.unit_id)
})
