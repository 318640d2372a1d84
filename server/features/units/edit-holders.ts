import * as contract from '@saldo/contract/registry/units'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
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

/** In one transaction: the unit is never without a holder, nor has two. */
export const replaceRightHolder = serve(
  contract.replaceRightHolder,
  async ({ tx, params, body: { subject_id, since } }) => {
    const [right] = await tx`select * from right_holders where right_holder_id = ${params.id} for update`
    if (!right) throw notFound('Il diritto')
    const [subject] = await tx`
      select from subjects where subject_id = ${subject_id} and customer_id = ${right.customer_id}`
    if (!subject) throw notFound('La persona')
    if (right.until) throw conflict('right_ended', 'Questo diritto è già finito: aggiungi la persona nuova.')
    if (subject_id === right.subject_id)
      throw conflict('same_person', 'È già questa la persona.', { subject_id: 'È già questa la persona.' })
    if (right.since && since <= right.since)
      throw badInput({ since: 'Scrivi un giorno dopo l’inizio del diritto di adesso.' })
    await tx`
      update right_holders set until = ${since}::date - 1, updated_at = now() where right_holder_id = ${params.id}`
    await conflictIfNotUnique(
      tx`
        insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind, share_numerator,
          share_denominator, pays, since)
        select customer_id, account_id, unit_id, ${subject_id}, right_kind, share_numerator, share_denominator, pays, ${since}
        from right_holders where right_holder_id = ${params.id}`,
      { one_right_at_a_time: { subject_id: 'Questa persona ha già questo diritto nell’unità.' } },
    )
    return unitById(tx, right.unit_id)
  },
)

export const removeRightHolder = serve(contract.removeRightHolder, async ({ tx, params }) => {
  const [removed] = await tx`delete from right_holders where right_holder_id = ${params.id} returning unit_id`
  if (!removed) throw notFound('Il diritto')
  return unitById(tx, removed.unit_id)
})
