import type { AttemptState } from '@saldo/domain/payments/payment'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Method } from '../pay/open-attempt.ts'

/** An attempt with what the provider needs to know. */
export type AttemptToAsk = {
  attempt_id: number
  payment_id: number
  state: AttemptState
  method: Method
  provider_account: ProviderAccount
  provider_object: string | null
  payment_method_id: string | null
  request: Stripe.PaymentIntentCreateParams
  failure_code: string | null
  receipt_email: string | null
  payer_name: string | null
  accepted_from: string | null
  accepted_with: string | null
  /** Set when a saved method pays: it has its mandate already. */
  source_id: number | null
  off_session: boolean
  /** Seconds since the confirm call began; null: never called. */
  confirming_for: number | null
  age: number
}

/** Throws for an attempt at the bank, which no provider knows. */
export async function attemptToAsk(tx: Tx, attempt_id: number): Promise<AttemptToAsk> {
  const [attempt] = await tx<AttemptToAsk[]>`
    select t.attempt_id, t.payment_id, t.state, p.method, t.provider_account, t.provider_object, t.payment_method_id,
      t.request, t.failure_code, p.receipt_email, p.payer_name, m.accepted_from, m.accepted_with,
      t.source_id, t.off_session,
      extract(epoch from now() - t.confirm_started_at)::int as confirming_for,
      extract(epoch from now() - t.created_at)::int as age
    from payment_attempts t
    join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    left join mandates m on m.attempt_id = t.attempt_id
    where t.attempt_id = ${attempt_id} and t.provider_account <> 'bank'`
  if (!attempt) throw new Error(`no attempt ${attempt_id} at a provider`)
  return attempt
}

/** Stores the provider's id. An attempt has at most one; a trigger refuses a second. */
export async function rememberIntent(tx: Tx, attempt_id: number, provider_object: string): Promise<void> {
  await tx`
    update payment_attempts
    set provider_object = ${provider_object}, state = case when state = 'recorded' then 'created' else state end
    where attempt_id = ${attempt_id}`
}

export async function markConfirming(tx: Tx, attempt_id: number): Promise<void> {
  await tx`
    update payment_attempts set confirm_started_at = now(), next_check_at = now() + interval '30 seconds'
    where attempt_id = ${attempt_id}`
}

/**
 * The provider did not answer, which is neither success nor failure: the attempt becomes unknown, unless it was already
 * pending at the bank.
 */
export async function markUnknown(tx: Tx, attempt_id: number): Promise<void> {
  const [attempt] = await tx`
    update payment_attempts set state = 'unknown', next_check_at = now() + interval '10 seconds'
    where attempt_id = ${attempt_id} and state in ('recorded', 'created', 'requires_action')
    returning customer_id, payment_id`
  if (!attempt) return
  await tx`
    update payments set state = 'unknown', updated_at = now()
    where customer_id = ${attempt.customer_id} and payment_id = ${attempt.payment_id}`
}

export async function rememberRefusal(tx: Tx, attempt_id: number, failure_code: string): Promise<void> {
  await tx`
    update payment_attempts set failure_code = ${failure_code} where attempt_id = ${attempt_id} and failure_code is null`
}
