import type { refundPayment } from '@saldo/contract/payments/refunds'
import { whyNotReturnedOn } from '@saldo/domain/accounting/registration-dates'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { refundable, refundReasons, takeBack, whyNotRefund } from '@saldo/domain/payments/refund'
import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { badInput, conflict } from '../../http/errors.ts'
import type { RequestKey } from '../../http/idempotency-key.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import { currentAllocation } from '../payments/allocate/allocate-payment.ts'
import { type LockedPayment, lockPayment } from '../payments/allocate/lock-payment.ts'
import { creditOf, leastCreditSince } from '../payments/allocate/subject-credit.ts'
import { requireNonePlanned } from '../plans/plan-bills.ts'
import { moveRefund } from './apply-refund.ts'
import * as sql from './refunds.sql.ts'

type Order = z.output<typeof refundPayment.body> & RequestKey
/** `ask`: the provider must still be asked, with no transaction open. */
export type OpenedRefund = { refund_id: number; ask: boolean }

/**
 * T1: locks the payment after its bills, computes what can still be refunded, and reserves the amount. Money that did
 * not come through the provider is refunded at once. Refuses with 404 or 409; PostgreSQL itself refuses to refund more
 * than the payment.
 */
export async function openRefund(
  services: Services,
  tx: Tx,
  actor: Actor,
  payment_id: number,
  order: Order,
): Promise<OpenedRefund> {
  const payment = await lockPayment(tx, payment_id)
  const same = await sql.refundOfForm(tx, payment_id, order)
  if (same) return { refund_id: same, ask: false }
  const here = payment.provider_account === null
  const given = here ? wayOutsideProvider(payment, order) : {}
  const amount = await amountOf(tx, payment, order)
  const who = await actorName(tx)
  const { customer_id, bill_id } = payment
  const row = {
    ...{ customer_id, payment_id, amount, actor: who, created_by: actor.user_id },
    ...{ reason: order.reason, note: order.note ?? null },
    ...{ idempotency_key: order.idempotency_key, request_hash: order.request_hash },
  }
  if (here) return refundOutsideProvider(services, tx, payment, { ...row, ...given })

  const attempt = await sql.attemptThatPaid(tx, payment_id)
  if (!attempt) throw conflict('not_settled', 'Il provider non conosce questo pagamento.')
  const { provider_account } = payment
  const refund_id = await sql.insertRefund(tx, { ...row, way: 'provider', provider_account })
  await sql.storeRequest(
    tx,
    refund_id,
    requestOf(attempt, { refund_id, payment_id, amount, reason: order.reason }),
  )
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'refund_started', actor: who },
    text: `Rimborso avviato: ${formatEuro(amount)}, ${refundReasons[order.reason].toLowerCase()}`,
  })
  return { refund_id, ask: true }
}

async function amountOf(tx: Tx, payment: LockedPayment, order: Order): Promise<number> {
  const settled_on = payment.settled_at && today(new Date(payment.settled_at))
  const facts = { ...payment, settled_on }
  const why = whyNotRefund(facts, today())
  if (why) throw conflict(payment.state === 'disputed' ? 'disputed' : 'not_refundable', why)
  const reversed = await sql.reversedByFailedRefunds(tx, payment.payment_id)
  const left = Math.max(0, refundable(facts) - reversed)
  const amount = order.amount ?? left
  if (amount > left || amount === 0) throw tooMuch(tooMuchOf(left, reversed))
  const { parts, credit } = await currentAllocation(tx, payment.payment_id)
  const unspent = Math.min(credit, await creditOf(tx, payment))
  const spent = credit - unspent
  const here = parts.reduce((sum, part) => sum + part.amount, 0) + credit - spent
  if (amount > here)
    throw tooMuch(
      `Di questo incasso ${formatEuro(spent)} sono già stati usati come credito: se ne possono rimborsare ${formatEuro(here)}.`,
    )
  const back = takeBack(amount, parts, unspent)
  await requireNonePlanned(
    tx,
    back.taken.map(({ bill_id }) => bill_id),
    'refund',
  )
  const of_credit = unspent - back.credit
  if (order.returned_on && of_credit > (await leastCreditSince(tx, payment, order.returned_on)))
    throw badInput({
      returned_on:
        'Quel giorno questo denaro pagava ancora una bolletta: scegli un giorno da quando è credito.',
    })
  return amount
}

const tooMuchOf = (left: number, reversed: number) => {
  const most = `Si possono rimborsare al massimo ${formatEuro(left)}.`
  return reversed === 0
    ? most
    : `Un rimborso di ${formatEuro(reversed)} non è riuscito e il conto collegato riceve quel denaro a parte: il provider non lo riprende una seconda volta. ${left > 0 ? most : ''} Il resto restituiscilo con un bonifico.`
}

const tooMuch = (sentence: string) => conflict('more_than_left', sentence, { amount: sentence })

function wayOutsideProvider({ method, settled_at }: LockedPayment, order: Order) {
  if (method === 'CREDIT') return { way: 'credit' }
  const returned_on = order.returned_on ?? today()
  const received_on = settled_at ? today(new Date(settled_at)) : returned_on
  const wrong = whyNotReturnedOn(returned_on, received_on)
  if (wrong) throw badInput({ returned_on: wrong })
  return { way: 'outside', returned_on, reference: order.reference ?? null }
}

async function refundOutsideProvider(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  row: Record<string, unknown>,
): Promise<OpenedRefund> {
  const refund_id = await sql.insertRefund(tx, row)
  const { refund } = await sql.lockRefund(tx, refund_id)
  await moveRefund(services, tx, payment, refund, 'succeeded', {})
  return { refund_id, ask: false }
}

/** The provider's request. A payment to a connected account is refunded from there, with our fee. */
function requestOf(
  attempt: NonNullable<Awaited<ReturnType<typeof sql.attemptThatPaid>>>,
  of: { refund_id: number; payment_id: number; amount: number; reason: Order['reason'] },
): Stripe.RefundCreateParams {
  const { transfer_data, application_fee_amount } = attempt.request
  return {
    ...(attempt.provider_charge
      ? { charge: attempt.provider_charge }
      : { payment_intent: attempt.provider_object }),
    amount: of.amount,
    reason: of.reason,
    metadata: {
      refund_id: String(of.refund_id),
      payment_id: String(of.payment_id),
      attempt_id: String(attempt.attempt_id),
    },
    ...(transfer_data ? { reverse_transfer: true } : {}),
    ...(transfer_data && application_fee_amount ? { refund_application_fee: true } : {}),
  }
}
