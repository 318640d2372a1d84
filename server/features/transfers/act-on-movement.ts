import * as contract from '@saldo/contract/payments/transfers'
import { seemsTakenBack } from '@saldo/domain/transfers/taken-back'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { noKey } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { lockPayment } from '../payments/allocate/lock-payment.ts'
import { requireReversible, reverseRegistration } from '../payments/collect/reverse-registration.ts'
import { matchMovements } from './match-movements.ts'
import {
  lockMovements,
  type Movement,
  readMovement,
  recordMovementEvent,
  requireMovementCan,
} from './movement.ts'
import { movementDetail } from './movement-detail.ts'
import { enqueueRematch } from './rematch.ts'

/** Takes the whole match of a movement back: collections that it registered are reversed, links are taken away. */
export const undoTransfer = serve(contract.undoTransfer, async ({ tx, services, params, body, actor }) => {
  const movement = await readMovement(tx, params.id)
  requireMovementCan('undo', movement)
  const matches = await tx<{ match_id: number; payment_id: number; way: string }[]>`
    select match_id, payment_id, way from movement_matches
    where movement_id = ${movement.movement_id} and undone_at is null order by payment_id`
  for (const { match_id, payment_id, way } of matches) {
    if (way === 'linked') await unlink(tx, movement, match_id)
    else {
      const payment = await lockPayment(tx, payment_id)
      requireReversible(payment)
      await reverseRegistration(services, tx, payment, {
        ...{ ...noKey, reason: 'by_mistake', note: body.note ?? null, created_by: actor.user_id },
      })
    }
  }
  await unlearn(tx, movement)
  await matchAgain(services, tx, params.id)
  await enqueueRematch(services, tx, movement)
  return movementDetail(tx, params.id)
})

/** What an undone match taught of the payer's IBAN is forgotten, unless another match of that payer still says it. */
const unlearn = (tx: Tx, { customer_id, account_id, movement_id, party_iban }: Movement) => tx`
  delete from payer_rules r
  where r.customer_id = ${customer_id} and r.account_id = ${account_id} and r.party_iban = ${party_iban}
    and r.subject_id in (
      select p.subject_id from movement_matches m join payments p on p.customer_id = m.customer_id and p.payment_id = m.payment_id
      where m.movement_id = ${movement_id} and m.undone_at is not null)
    and not exists (
      select from bank_movements o
      join movement_matches m on m.customer_id = o.customer_id and m.movement_id = o.movement_id and m.undone_at is null
      join payments p on p.customer_id = m.customer_id and p.payment_id = m.payment_id
      where o.customer_id = r.customer_id and o.account_id = r.account_id and o.party_iban = r.party_iban
        and p.subject_id = r.subject_id)`

async function unlink(tx: Tx, movement: Movement, match_id: number): Promise<void> {
  await lockMovements(tx, [movement.movement_id])
  const by = await actorName(tx)
  const [gone] = await tx`
    update movement_matches set undone_at = now(), undone_by = ${by}, undone_reason = 'Abbinamento annullato'
    where match_id = ${match_id} and undone_at is null returning amount`
  if (!gone) throw conflict('wrong_state', 'L’abbinamento è già stato annullato.')
  await tx`
    update bank_movements set matched = matched - ${gone.amount as number}, by_hand_only = true,
      state = case when matched = ${gone.amount as number} then 'to_explain' else 'partly' end
    where movement_id = ${movement.movement_id}`
  await recordMovementEvent(tx, movement, { text: 'Abbinamento all’incasso annullato', actor: by })
}

/** What it may be now; it was matched by a person or taken back, so nothing is posted by itself. */
async function matchAgain(services: Services, tx: Tx, movement_id: number): Promise<void> {
  const movement = await readMovement(tx, movement_id)
  if (movement.matched === 0) await matchMovements(services, tx, [{ ...movement, by_hand_only: true }], null)
}

export const excludeTransfer = serve(contract.excludeTransfer, async ({ tx, params, body }) => {
  const [movement] = (await lockMovements(tx, [params.id])) as [Movement]
  requireMovementCan('exclude', movement)
  await tx`
    update bank_movements set state = 'excluded', reason = ${body.reason}, proposals = '[]', first_choice = false,
      proposed = null
    where movement_id = ${params.id}`
  await recordMovementEvent(tx, movement, { text: `Escluso: ${body.reason}`, actor: await actorName(tx) })
  return movementDetail(tx, params.id)
})

export const includeTransfer = serve(contract.includeTransfer, async ({ tx, services, params }) => {
  const [movement] = (await lockMovements(tx, [params.id])) as [Movement]
  requireMovementCan('include', movement)
  if (movement.amount <= 0 ? !seemsTakenBack(movement) : movement.is_reversal)
    throw conflict('wrong_state', 'È un’uscita del conto: non è un incasso.')
  await tx`
    update bank_movements set state = 'to_explain', reason = null, by_hand_only = true where movement_id = ${params.id}`
  await recordMovementEvent(tx, movement, {
    text: 'Rimesso tra quelli da abbinare',
    actor: await actorName(tx),
  })
  await matchAgain(services, tx, params.id)
  return movementDetail(tx, params.id)
})

export const explainTransfer = serve(contract.explainTransfer, async ({ tx, params, body }) => {
  const [movement] = (await lockMovements(tx, [params.id])) as [Movement]
  const note = body.note ?? null
  await tx`update bank_movements set note = ${note} where movement_id = ${params.id}`
  await recordMovementEvent(tx, movement, {
    text: note === null ? 'Nota tolta' : `Nota: ${note}`,
    actor: await actorName(tx),
  })
  return movementDetail(tx, params.id)
})
