import { formatDate } from '@saldo/domain/dates'
import { closedDay } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'
import { noKey } from '../../http/idempotency-key.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { lockPayment } from '../payments/allocate/lock-payment.ts'
import { requireReversible, reverseRegistration } from '../payments/collect/reverse-registration.ts'
import { lockMovements, type Movement, readMovements, recordMovementEvent } from './movement.ts'

/**
 * The bank takes back an earlier movement: what it settled is owed again, by the reversal of its collections. Where the
 * movement is not known, has another amount, or cannot be reversed, the person has to explain it.
 */
export async function takeBack(
  services: Services,
  tx: Tx,
  reversal: Movement,
  created_by: number | null,
): Promise<void> {
  const why = await tryTakingBack(services, tx, reversal, created_by)
  if (why === null) return
  await tx`
    update bank_movements set state = 'to_explain', reason = ${why} where movement_id = ${reversal.movement_id}`
}

async function tryTakingBack(
  services: Services,
  tx: Tx,
  reversal: Movement,
  created_by: number | null,
): Promise<string | null> {
  const original = await reversedMovement(tx, reversal)
  if (typeof original === 'string') return original
  const payments = await activePayments(tx, original.movement_id)
  await tx`savepoint taking_back`
  try {
    for (const payment_id of payments) {
      const payment = await lockPayment(tx, payment_id)
      requireReversible(payment)
      await reverseRegistration(services, tx, payment, {
        ...{ ...noKey, reason: 'by_bank', note: null, created_by },
      })
    }
    await tx`release savepoint taking_back`
  } catch (error) {
    if (!(error instanceof ApiError) && !closedDay(error)) throw error
    await tx`rollback to savepoint taking_back`
    const because = error instanceof ApiError ? error.message : 'Il periodo è chiuso.'
    return `La banca ha ripreso il movimento del ${formatDate(original.booked_on)}, ma il suo incasso non si può stornare. ${because}`
  }
  await lockMovements(tx, [original.movement_id, reversal.movement_id])
  const actor = await actorName(tx)
  const taken = `La banca lo ha ripreso il ${formatDate(reversal.booked_on)}.`
  await tx`
    update bank_movements set state = 'returned', reason = ${taken}, matched = 0, proposals = '[]', first_choice = false,
      proposed = null
    where movement_id = ${original.movement_id}`
  const said = `La banca riprende il movimento del ${formatDate(original.booked_on)}${payments.length > 0 ? `: stornato ${payments.map((id) => `PG-${id}`).join(', ')}` : ''}.`
  await tx`update bank_movements set state = 'reversal', reason = ${said} where movement_id = ${reversal.movement_id}`
  await recordMovementEvent(tx, original, { text: taken, actor })
  await recordMovementEvent(tx, reversal, { text: said, actor })
  return null
}

/** The movement that a reversal takes back, or why it is not clear, as a sentence. */
async function reversedMovement(tx: Tx, reversal: Movement): Promise<Movement | string> {
  const { customer_id, account_id, reversed_reference, amount } = reversal
  const found =
    reversed_reference === null
      ? []
      : await tx<{ movement_id: number }[]>`
          select movement_id from bank_movements
          where customer_id = ${customer_id} and account_id = ${account_id} and bank_reference = ${reversed_reference}
            and not is_reversal`
  if (found.length === 0)
    return 'La banca riprende un movimento che non è negli estratti conto caricati: carica anche quelli, oppure spiegalo.'
  const originals = (
    await readMovements(
      tx,
      found.map(({ movement_id }) => movement_id),
    )
  ).filter((each) => each.amount === -amount)
  const [original, ...others] = originals
  if (!original || others.length > 0)
    return 'La banca riprende un movimento di un altro importo: controlla che cosa è tornato indietro.'
  if (original.state === 'flow' || original.state === 'reversal' || original.state === 'returned')
    return `La banca riprende il movimento del ${formatDate(original.booked_on)}, che non è un bonifico abbinato: controlla.`
  return original
}

export async function activePayments(tx: Tx, movement_id: number): Promise<number[]> {
  const found = await tx<{ payment_id: number }[]>`
    select payment_id from movement_matches where movement_id = ${movement_id} and undone_at is null order by payment_id`
  return found.map(({ payment_id }) => payment_id)
}
