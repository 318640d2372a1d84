import * as contract from '@saldo/contract/bills/reminders'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serve } from '../../http/serve.ts'
import { sequenceOf } from './sequences.ts'

export const getOfficeSequence = serve(contract.getOfficeSequence, async ({ tx, actor }) =>
  sequenceOf(tx, await whoseSequence(tx, actor, null), null),
)

export const getSequence = serve(contract.getSequence, async ({ tx, actor, params }) =>
  sequenceOf(tx, await whoseSequence(tx, actor, params.id), params.id),
)

export const saveSequence = serve(contract.saveSequence, async ({ tx, actor, body }) => {
  const { account_id = null, automatic, not_within_days, least_residue, address_form, steps } = body
  const customer_id = await whoseSequence(tx, actor, account_id)
  if (account_id === null && 'sees_some' in actor && actor.sees_some)
    throw conflict(
      'office_sequence',
      'Questi solleciti valgono per tutti i condomìni, e tu ne vedi alcuni: cambia quelli di un condominio.',
    )
  await tx`
    insert into reminder_sequences
      (customer_id, account_id, automatic, not_within_days, least_residue, address_form, steps)
    values (${customer_id}, ${account_id}, ${automatic}, ${not_within_days}, ${least_residue}, ${address_form},
      ${tx.json(inOrder(steps))})
    on conflict on constraint one_sequence_per_account do update set automatic = excluded.automatic,
      not_within_days = excluded.not_within_days, least_residue = excluded.least_residue, address_form = excluded.address_form,
      steps = excluded.steps, updated_at = now()`
  return sequenceOf(tx, customer_id, account_id)
})

export const dropSequence = serve(contract.dropSequence, async ({ tx, actor, params }) => {
  const customer_id = await whoseSequence(tx, actor, params.id)
  await tx`delete from reminder_sequences where customer_id = ${customer_id} and account_id = ${params.id}`
  return sequenceOf(tx, customer_id, params.id)
})

async function whoseSequence(tx: Tx, actor: Actor, account_id: number | null): Promise<number> {
  if (account_id === null) return recordCustomer(tx, actor, undefined)
  const [account] = await tx`select customer_id from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  return account.customer_id
}

const inOrder = <S extends { days: number }>(steps: readonly S[]): S[] =>
  steps.toSorted((one, other) => one.days - other.days)
