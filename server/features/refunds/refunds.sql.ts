import { formatEuro } from '@saldo/domain/money'
import type { RefundReason, RefundState } from '@saldo/domain/payments/refund'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { type RequestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Part } from '../bills/money/instalment-money.ts'
import { type LockedPayment, lockPayment } from '../payments/allocate/lock-payment.ts'

export type LockedRefund = {
  refund_id: number
  customer_id: number
  payment_id: number
  amount: number
  way: 'provider' | 'outside' | 'credit'
  state: RefundState
  reason: RefundReason
  actor: string
  provider_object: string | null
  /** The day on which the office gave the money back outside the product. */
  returned_on: string | null
  from_credit: number
}

/** Locks a refund, after its payment and its bills. */
export async function lockRefund(
  tx: Tx,
  refund_id: number,
): Promise<{ payment: LockedPayment; refund: LockedRefund }> {
  const [whose] = await tx`select payment_id from refunds where refund_id = ${refund_id}`
  if (!whose) throw new Error(`no refund ${refund_id}`)
  const payment = await lockPayment(tx, whose.payment_id)
  const [refund] = await tx<[LockedRefund]>`
    select refund_id, customer_id, payment_id, amount, way, state, reason, actor, provider_object, returned_on, from_credit
    from refunds where refund_id = ${refund_id} for update`
  return { payment, refund }
}

/** The refund of an earlier request with the same key; 409 if that asked for something else. */
export async function refundOfForm(tx: Tx, payment_id: number, key: RequestKey): Promise<number | undefined> {
  if (key.idempotency_key === null) return undefined
  const [row] = await tx<{ refund_id: number; request_hash: string | null; amount: number }[]>`
    select refund_id, request_hash, amount from refunds
    where payment_id = ${payment_id} and idempotency_key = ${key.idempotency_key}`
  if (!row) return undefined
  const made = `è già stato registrato un altro rimborso, di ${formatEuro(row.amount)}`
  requireSameRequest(row.request_hash, key, made, payment_id)
  return row.refund_id
}

/** The attempt through which the money came, with the request that was sent. */
export async function attemptThatPaid(tx: Tx, payment_id: number) {
  const [attempt] = await tx<
    {
      attempt_id: number
      provider_object: string
      provider_charge: string | null
      request: Stripe.PaymentIntentCreateParams
    }[]
  >`
    select attempt_id, provider_object, provider_charge, request from payment_attempts
    where payment_id = ${payment_id} and state = 'succeeded' and provider_object is not null
    order by attempt_id desc limit 1`
  return attempt
}

/**
 * Cents of refunds that failed after the connected account had paid for them. The provider reverses a transfer only
 * once, so what a new transfer returned to the account cannot be reversed by another refund.
 */
export async function reversedByFailedRefunds(tx: Tx, payment_id: number): Promise<number> {
  const [row] = await tx`
    select coalesce(sum(amount), 0)::bigint as amount from refunds
    where payment_id = ${payment_id} and state in ('failed', 'cancelled') and request ->> 'reverse_transfer' = 'true'
      and provider_object is not null`
  return row?.amount
}

export async function insertRefund(tx: Tx, row: Record<string, unknown>): Promise<number> {
  const [made] = await tx`insert into refunds ${tx(row)} returning refund_id`
  return made?.refund_id as number
}

/** Stores the request before it is sent. The refund's id is part of it, so the row exists first. */
export async function storeRequest(
  tx: Tx,
  refund_id: number,
  request: Stripe.RefundCreateParams,
): Promise<void> {
  await tx`
    update refunds set request = ${tx.json(request as never)}, next_check_at = now() + interval '30 seconds'
    where refund_id = ${refund_id}`
}

export type RefundToAsk = {
  refund_id: number
  state: RefundState
  way: LockedRefund['way']
  provider_account: ProviderAccount
  provider_object: string | null
  request: Stripe.RefundCreateParams | null
  /** Seconds since the provider was first asked; null: never. */
  asked_for: number | null
}

export async function refundToAsk(tx: Tx, refund_id: number): Promise<RefundToAsk> {
  const [refund] = await tx<RefundToAsk[]>`
    select refund_id, state, way, provider_account, provider_object, request,
      extract(epoch from now() - asked_at)::int as asked_for
    from refunds where refund_id = ${refund_id}`
  if (!refund) throw new Error(`no refund ${refund_id}`)
  return refund
}

export async function markAsked(tx: Tx, refund_id: number): Promise<void> {
  await tx`
    update refunds set asked_at = coalesce(asked_at, now()), next_check_at = now() + interval '30 seconds'
    where refund_id = ${refund_id}`
}

/** The provider did not answer: the refund is neither made nor refused. */
export async function markUnknown(tx: Tx, refund_id: number): Promise<void> {
  await tx`
    update refunds set state = 'unknown', next_check_at = now() + interval '10 seconds'
    where refund_id = ${refund_id} and state = 'recorded'`
}

export type RefundNews = { provider_object?: string | null; failure_code?: string | null }

export async function writeState(
  tx: Tx,
  refund: LockedRefund,
  to: RefundState,
  { provider_object = null, failure_code = null }: RefundNews,
): Promise<void> {
  const waits = to === 'pending' || to === 'requires_action'
  await tx`
    update refunds
    set state = ${to}, provider_object = coalesce(provider_object, ${provider_object}), failure_code = ${failure_code},
      from_credit = ${refund.from_credit},
      next_check_at = ${waits ? tx`now() + interval '1 hour'` : tx`null`}, checks = 0
    where refund_id = ${refund.refund_id}`
}

export async function storeRefundParts(
  tx: Tx,
  refund: Pick<LockedRefund, 'refund_id' | 'customer_id'>,
  parts: readonly Part[],
): Promise<void> {
  if (parts.length === 0) return
  const { refund_id, customer_id } = refund
  await tx`
    insert into refund_parts ${tx(parts.map(({ bill_id, instalment_id, amount }) => ({ refund_id, customer_id, bill_id, instalment_id, amount })))}`
}

/**
 * How much a refund took from each bill, and which instalments can take it again when the refund fails. First the
 * instalments it was taken from, then others of the same bill, because a plan may have replaced the rows since. A bill
 * that was withdrawn or given to another person takes nothing.
 */
export async function takenParts(
  tx: Tx,
  refund_id: number,
  { account_id, subject_id }: LockedPayment,
): Promise<{ bill_id: number; amount: number; rooms: (Part & { free: number })[] }[]> {
  return tx<{ bill_id: number; amount: number; rooms: (Part & { free: number })[] }[]>`
    with taken as (
      select bill_id, sum(amount)::bigint as amount from refund_parts where refund_id = ${refund_id} group by bill_id
    )
    select t.bill_id, t.amount, json_agg(json_build_object('bill_id', i.bill_id, 'instalment_id', i.instalment_id,
      'amount', coalesce(r.amount, 0), 'free', case when b.status = 'issued' and b.account_id = ${account_id}
        and b.subject_id = ${subject_id} then i.amount - i.settled - i.pending else 0 end)
      order by r.amount is null, i.due_date, i.position) as rooms
    from taken t
    join bills b on b.bill_id = t.bill_id
    join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
    left join refund_parts r on r.refund_id = ${refund_id} and r.instalment_id = i.instalment_id
    group by t.bill_id, t.amount order by min(i.due_date), t.bill_id`
}
