import {
  awaitsAnswer,
  type DisputeState,
  disputeState,
  isOpenDispute,
  mayMoveDispute,
} from '@saldo/domain/payments/dispute'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { LockedAttempt } from '../payments/attempt/locked-attempt.ts'

export type StoredDispute = {
  dispute_id: number
  amount: number
  reason: string
  /** The state before this update; null: the dispute was unknown. */
  before: DisputeState | null
  state: DisputeState
  /** Whether its money had left before this update. */
  taken: boolean
}

/** Inserts or updates the dispute's row. An update older than the stored state changes nothing. */
export async function storeDispute(
  tx: Tx,
  attempt: LockedAttempt,
  dispute: Stripe.Dispute,
): Promise<StoredDispute> {
  const provider_account = await accountOf(tx, attempt)
  const [known] = await tx<(Omit<StoredDispute, 'before'> & { dispute_id: number })[]>`
    select dispute_id, amount::bigint, reason, state, taken from disputes
    where provider_account = ${provider_account} and provider_object = ${dispute.id} for update`
  const state = disputeState(dispute.status)
  if (!known) {
    const { customer_id, payment_id, attempt_id } = attempt
    const [made] = await tx<{ dispute_id: number }[]>`
      insert into disputes ${tx({
        ...{ customer_id, payment_id, attempt_id, provider_account, provider_object: dispute.id, state },
        ...{ reason: dispute.reason, amount: dispute.amount, fee: feeOf(dispute) },
        network_reason_code: dispute.payment_method_details?.card?.network_reason_code ?? null,
        opened_at: instant(dispute.created),
      })} returning dispute_id`
    const kept = { dispute_id: made?.dispute_id as number, amount: dispute.amount, reason: dispute.reason }
    await writeNews(tx, kept.dispute_id, state, dispute)
    return { ...kept, before: null, state, taken: false }
  }
  const moves = mayMoveDispute(known.state, state)
  if (moves || known.state === state) await writeNews(tx, known.dispute_id, state, dispute)
  return { ...known, before: known.state, state: moves ? state : known.state }
}

async function writeNews(tx: Tx, dispute_id: number, state: DisputeState, dispute: Stripe.Dispute) {
  const { due_by, submission_count } = dispute.evidence_details
  await tx`
    update disputes
    set state = ${state}, amount = case when taken then amount else ${dispute.amount} end, fee = ${feeOf(dispute)}, evidence = ${tx.json(evidenceOf(dispute))},
      due_by = ${due_by && awaitsAnswer(state) ? instant(due_by) : null},
      submitted_at = case when ${submission_count > 0} then coalesce(submitted_at, now()) end,
      closed_at = case when ${isOpenDispute(state)} then null else coalesce(closed_at, now()) end,
      next_check_at = ${isOpenDispute(state) ? tx`now() + interval '6 hours'` : tx`null`}, updated_at = now()
    where dispute_id = ${dispute_id}`
}

/** The provider's fee for the dispute, less what it gave back after a win. In cents. */
const feeOf = ({ balance_transactions }: Stripe.Dispute): number =>
  Math.max(
    balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
    0,
  )

const answered = [
  'customer_name',
  'customer_email_address',
  'product_description',
  'service_date',
  'uncategorized_text',
] as const
const evidenceOf = ({ evidence }: Stripe.Dispute) =>
  Object.fromEntries(answered.flatMap((name) => (evidence[name] ? [[name, evidence[name]]] : [])))

const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

async function accountOf(tx: Tx, { attempt_id }: LockedAttempt): Promise<string> {
  const [row] = await tx`select provider_account from payment_attempts where attempt_id = ${attempt_id}`
  return row?.provider_account
}

export async function markTaken(tx: Tx, dispute_id: number): Promise<void> {
  await tx`update disputes set taken = true where dispute_id = ${dispute_id}`
}
