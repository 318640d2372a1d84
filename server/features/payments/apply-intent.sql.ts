import type { AttemptState, PaymentState } from '@saldo/domain/payment'
import { cardBrandOf } from '@saldo/domain/payment-method'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { Part } from './allocate-payment.ts'
import type { Method } from './open-attempt.ts'

export type LockedAttempt = {
  attempt_id: number
  payment_id: number
  customer_id: number
  account_id: number
  bill_id: number
  state: AttemptState
  failure_code: string | null
  subject_id: number
  method: Method
  amount: number
  rule: 'named' | 'oldest'
  receipt_email: string | null
  source_id: number | null
  /** What the attempt is for, the debts due first at the front. */
  parts: Part[]
  /** `2026-014`, or `2026-014 e altre 2`. */
  bill_number: string
}

/** The attempt with its payment, locked behind its bills: every writer of a bill's money takes that lock first. */
export async function lockAttempt(tx: Tx, attempt_id: number): Promise<LockedAttempt> {
  await tx`
    select from bills where bill_id in (
      select bill_id from attempt_instalments where attempt_id = ${attempt_id}
      union select p.bill_id
      from payment_attempts t
      join payment_allocations a on a.payment_id = t.payment_id and a.current
      join allocation_parts p on p.allocation_id = a.allocation_id
      where t.attempt_id = ${attempt_id})
    order by bill_id for update`
  const [attempt] = await tx<Omit<LockedAttempt, 'parts'>[]>`
    select t.attempt_id, t.payment_id, t.customer_id, p.account_id, p.subject_id, t.bill_id, t.state, t.failure_code,
      t.rule, t.source_id, p.method, p.amount, p.receipt_email, b.number as bill_number
    from payment_attempts t
    join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
    where t.attempt_id = ${attempt_id}
    for update of t, p`
  if (!attempt) throw new Error(`no attempt ${attempt_id}`)
  const parts = await tx<Part[]>`
    select h.bill_id, h.instalment_id, h.amount
    from attempt_instalments h join bill_instalments i on i.instalment_id = h.instalment_id
    where h.attempt_id = ${attempt_id} order by i.due_date, h.bill_id, i.position`
  const others = new Set(parts.map(({ bill_id }) => bill_id)).size - 1
  return {
    ...attempt,
    parts: [...parts],
    bill_number: others > 0 ? `${attempt.bill_number} e altre ${others}` : attempt.bill_number,
  }
}

const paymentStateOf: Record<AttemptState, PaymentState> = {
  recorded: 'created',
  created: 'created',
  requires_action: 'requires_action',
  processing: 'processing',
  unknown: 'unknown',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  returned: 'failed',
  disputed: 'disputed',
  refunded: 'refunded',
}

/** Moves attempt and payment together. What is settled or closed is not looked at again by the sweeper. */
export async function moveAttempt(
  tx: Tx,
  attempt: LockedAttempt,
  to: AttemptState,
  intent: Stripe.PaymentIntent,
) {
  const charge = chargeOf(intent)
  const failure_code = ['failed', 'returned'].includes(to)
    ? (attempt.failure_code ?? failureOf(intent))
    : null
  attempt.failure_code = failure_code
  await tx`
    update payment_attempts
    set state = ${to}, provider_charge = coalesce(${charge?.id ?? null}, provider_charge),
      provider_mandate = coalesce(${charge?.payment_method_details?.sepa_debit?.mandate ?? null}, provider_mandate),
      failure_code = ${failure_code}, next_action_url = ${to === 'requires_action' ? redirectOf(intent) : null},
      next_check_at = ${nextCheck(tx, to)}, checks = 0
    where attempt_id = ${attempt.attempt_id}`
  await tx`
    update payments
    set state = ${paymentStateOf[to]}, failure_code = ${failure_code}, ${shownMethod(tx, charge)}
      settled_at = ${to === 'succeeded' ? tx`coalesce(settled_at, now())` : tx`settled_at`}, updated_at = now()
    where customer_id = ${attempt.customer_id} and payment_id = ${attempt.payment_id}`
}

function nextCheck(tx: Tx, state: AttemptState) {
  if (state === 'requires_action') return tx`now() + interval '31 minutes'`
  if (state === 'processing') return tx`now() + interval '30 minutes'`
  return state === 'created' || state === 'unknown' ? tx`now() + interval '60 seconds'` : tx`null`
}

function shownMethod(tx: Tx, charge: Stripe.Charge | null) {
  const details = charge?.payment_method_details
  if (details?.card) return tx`brand = ${cardBrandOf(details.card.brand)}, last4 = ${details.card.last4},`
  if (details?.sepa_debit) return tx`brand = 'bank', last4 = ${details.sepa_debit.last4},`
  return tx``
}

/** The same news again: only the page where the payer approves may have changed. */
export async function keepWaiting(
  tx: Tx,
  attempt: LockedAttempt,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  if (attempt.state !== 'requires_action') return
  await tx`update payment_attempts set next_action_url = ${redirectOf(intent)} where attempt_id = ${attempt.attempt_id}`
}

/** Lets go of the instalments an attempt held; `settled`: they are paid. */
export async function releaseInstalments(tx: Tx, attempt: LockedAttempt, settled: boolean): Promise<void> {
  await tx`
    with held as (
      update attempt_instalments set open = false where attempt_id = ${attempt.attempt_id} and open
      returning instalment_id, amount)
    update bill_instalments i
    set pending = i.pending - held.amount, settled = i.settled + ${settled ? tx`held.amount` : tx`0`}
    from held where i.instalment_id = held.instalment_id`
}

/** `standing` of the bills of `parts`: what their last payment came to. */
export async function setStanding(
  tx: Tx,
  parts: readonly Part[],
  standing: 'regular' | 'returned' | 'refunded' | 'disputed',
) {
  await tx`
    update bills b set standing = ${standing}
    where b.bill_id = any (${parts.map(({ bill_id }) => bill_id)}::bigint[]) and b.standing <> ${standing}
      and (${standing} = 'disputed' or not exists (
        select from payment_bills pb
        join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
        where pb.customer_id = b.customer_id and pb.bill_id = b.bill_id and p.state = 'disputed'))`
}

export async function setFee(tx: Tx, attempt: LockedAttempt, fee: number): Promise<void> {
  await tx`
    update payments set fee = ${fee} where customer_id = ${attempt.customer_id} and payment_id = ${attempt.payment_id}`
}

export async function setMandate(
  tx: Tx,
  attempt: LockedAttempt,
  state: 'active' | 'revoked',
  intent: Stripe.PaymentIntent | null,
) {
  const details = intent && chargeOf(intent)?.payment_method_details?.sepa_debit
  await tx`
    update mandates
    set state = ${state}, provider_mandate = coalesce(${details?.mandate ?? null}, provider_mandate),
      last4 = coalesce(${details?.last4 ?? null}, last4)
    where attempt_id = ${attempt.attempt_id} and (state = 'draft' or ${state} = 'revoked')`
}

export const eventOf = ({ customer_id, bill_id, payment_id }: LockedAttempt) => ({
  customer_id,
  bill_id,
  payment_id,
})

export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

const redirectOf = (intent: Stripe.PaymentIntent) => intent.next_action?.redirect_to_url?.url ?? null

const failureOf = (intent: Stripe.PaymentIntent) =>
  intent.last_payment_error?.decline_code ??
  intent.last_payment_error?.code ??
  chargeOf(intent)?.failure_code ??
  'debit_disputed'
