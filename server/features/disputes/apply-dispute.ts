import { formatEuro } from '@saldo/domain/money'
import {
  awaitsAnswer,
  debitReturn,
  disputeReason,
  isOpenDispute,
  lostBy,
} from '@saldo/domain/payments/dispute'
import { hasSettled, mayMove } from '@saldo/domain/payments/payment'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { Events } from '../../events.ts'
import { type LedgerKind, moved, post } from '../../ledger/ledger.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import type { Part } from '../bills/money/instalment-money.ts'
import { recordReturnedMoney, updateDisputedBills } from '../bills/money/returned-money.ts'
import { recoverContested, returnAfterWin } from '../connected/open-recovery.ts'
import { currentAllocation } from '../payments/allocate/allocate-payment.ts'
import { moveContested } from '../payments/allocate/refunded-state.ts'
import { reopenReturned } from '../payments/attempt/attempt-outcomes.ts'
import { eventOf, type LockedAttempt, lockAttempt } from '../payments/attempt/locked-attempt.ts'
import { takeMoneyBack } from '../refunds/take-money-back.ts'
import * as sql from './disputes.sql.ts'
import { notifyDispute } from './notify-dispute.ts'
import { writeDisputeMail } from './write-dispute-mail.ts'

/**
 * Applies the provider's state of a dispute in the caller's transaction, only forwards: the money that left, the bills
 * that wait, then the bank's decision. It uses only the dispute itself, because the charge's `disputed` flag stays set
 * for ever. Throws while the payment's success is not booked yet.
 */
export async function applyDisputeInTx(
  services: Services,
  tx: Tx,
  { attempt_id, dispute }: Events['charge_disputed'],
): Promise<void> {
  await lockBillsOfPayer(tx, attempt_id)
  const attempt = await lockAttempt(tx, attempt_id)
  if (!hasSettled(attempt.state))
    throw new Error(`a dispute of attempt ${attempt_id}, which is ${attempt.state}`)
  const kept = await sql.storeDispute(tx, attempt, dispute)
  if (attempt.method === 'SEPA_DEBIT') return debitReturned(services, tx, attempt, kept, dispute)
  await takeAway(services, tx, attempt, kept, dispute)
  if (kept.before === kept.state) return
  if (isOpenDispute(kept.state)) return waitForBank(services, tx, attempt, kept)
  if (kept.state === 'won') return reinstate(services, tx, attempt, kept, dispute)
  if (kept.state === 'lost') return lose(tx, attempt, kept)
  await say(tx, attempt, 'dispute_won', 'Richiesta di informazioni chiusa: nessun denaro è uscito')
}

/** Applies a dispute in its own transaction. */
export const applyDispute = (
  services: Services,
  attempt_id: number,
  dispute: Stripe.Dispute,
): Promise<void> => services.asSystem((tx) => applyDisputeInTx(services, tx, { attempt_id, dispute }))

/**
 * Locks all bills of the payer in the order of ids, before the attempt's own, because returned money may reopen any of
 * them.
 */
const lockBillsOfPayer = (tx: Tx, attempt_id: number) => tx`
  select from bills where (customer_id, account_id, subject_id) = (
    select p.customer_id, p.account_id, p.subject_id from payment_attempts t
    join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    where t.attempt_id = ${attempt_id})
  order by bill_id for update`

/** A returned debit is final: nothing can be answered. */
async function debitReturned(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  kept: sql.StoredDispute,
  dispute: Stripe.Dispute,
): Promise<void> {
  if (kept.taken || attempt.state === 'returned') return
  const back = await takeFromBills(tx, attempt, kept, 'return')
  await post(tx, entry(attempt, kept, 'return', 'Addebito insoluto'), [
    ...back.lines,
    { ledger_account: 'provider_transit', amount: -kept.amount },
  ])
  await postFee(services, tx, attempt, kept, dispute)
  await sql.markTaken(tx, kept.dispute_id)
  const { failure_code } = debitReturn(kept.reason)
  if (!mayMove(attempt.state, 'returned')) return
  await moveContested(tx, attempt, 'returned', failure_code)
  await reopenReturned(services, tx, attempt, back.taken)
}

/** The provider took the money and its fee from our balance; an inquiry takes nothing. */
async function takeAway(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  kept: sql.StoredDispute,
  dispute: Stripe.Dispute,
): Promise<void> {
  const withdrawn = dispute.balance_transactions.some(({ amount }) => amount < 0)
  if (kept.taken || !withdrawn) return
  await post(tx, entry(attempt, kept, 'dispute', 'Contestazione'), [
    { ledger_account: 'disputed', amount: kept.amount },
    { ledger_account: 'provider_transit', amount: -kept.amount },
  ])
  await postFee(services, tx, attempt, kept, dispute)
  await sql.markTaken(tx, kept.dispute_id)
  kept.taken = true
}

/**
 * Posts the provider's fee, which the office bears. If the payment went to a connected account, the platform has paid
 * the fee for the office and recovers the disputed money from that account.
 */
async function postFee(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  kept: sql.StoredDispute,
  dispute: Stripe.Dispute,
): Promise<void> {
  const cause = attempt.method === 'SEPA_DEBIT' ? 'return' : 'dispute'
  const fee = dispute.balance_transactions
    .filter(({ amount }) => amount < 0)
    .reduce((sum, movement) => sum + movement.fee, 0)
  if (fee > 0)
    await post(tx, entry(attempt, kept, `${cause}_fee`, feeText[cause]), [
      { ledger_account: 'collection_fees', amount: fee },
      ...(attempt.destination === null ? [] : moved('office_debt', 'platform', fee)),
      { ledger_account: 'provider_transit', amount: -fee },
    ])
  await recoverContested(services, tx, attempt, { ...kept, cause, fee: Math.max(fee, 0) })
}

const feeText = {
  return: 'Commissione per l’insoluto',
  dispute: 'Commissione per la contestazione',
} as const

async function waitForBank(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  kept: sql.StoredDispute,
): Promise<void> {
  const { says } = disputeReason(kept.reason)
  if (kept.taken && mayMove(attempt.state, 'disputed')) await contest(tx, attempt, kept, says)
  else if (awaitsAnswer(kept.state))
    await say(tx, attempt, 'disputed', `La banca chiede informazioni: ${says}`)
  if (!awaitsAnswer(kept.state))
    return say(tx, attempt, 'dispute_answered', 'Risposta alla banca: ora decide lei')
  await notifyDispute(services, tx, attempt, kept)
  if (kept.taken) await writeDisputeMail(services, tx, attempt, kept)
}

async function contest(tx: Tx, attempt: LockedAttempt, kept: sql.StoredDispute, says: string): Promise<void> {
  await moveContested(tx, attempt, 'disputed')
  await say(tx, attempt, 'disputed', `Contestati ${formatEuro(kept.amount)}: ${says}`)
  const { parts } = await currentAllocation(tx, attempt.payment_id)
  await updateDisputedBills(tx, billsOf(parts))
  await recordOnBills(
    tx,
    attempt,
    parts,
    'disputed',
    `Il pagamento è stato contestato presso la banca. ${says}`,
  )
}

async function reinstate(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  kept: sql.StoredDispute,
  dispute: Stripe.Dispute,
): Promise<void> {
  const back = dispute.balance_transactions.filter(({ amount }) => amount > 0)
  const fee = back.reduce((sum, movement) => sum + movement.fee, 0)
  if (kept.taken)
    await post(tx, entry(attempt, kept, 'dispute_won', 'Contestazione vinta'), [
      { ledger_account: 'provider_transit', amount: kept.amount - fee },
      ...(fee === 0 ? [] : [{ ledger_account: 'collection_fees' as const, amount: fee }]),
      { ledger_account: 'disputed', amount: -kept.amount },
    ])
  if (kept.taken) await returnAfterWin(services, tx, kept.dispute_id, kept.amount - fee)
  if (attempt.state === 'disputed') await moveContested(tx, attempt, 'succeeded')
  await say(tx, attempt, 'dispute_won', `Contestazione vinta: ${formatEuro(kept.amount)} sono tornati`)
  const { parts } = await currentAllocation(tx, attempt.payment_id)
  await updateDisputedBills(tx, billsOf(parts))
  await recordOnBills(tx, attempt, parts, 'dispute_won', 'Contestazione vinta: il pagamento vale di nuovo')
}

async function lose(tx: Tx, attempt: LockedAttempt, kept: sql.StoredDispute): Promise<void> {
  const { says } = disputeReason(kept.reason)
  const back = await takeFromBills(tx, attempt, kept, 'dispute')
  await post(tx, entry(attempt, kept, 'dispute_lost', 'Contestazione persa'), [
    ...back.lines,
    { ledger_account: 'disputed', amount: -kept.amount },
  ])
  // If only a part was disputed, the rest stays paid.
  const to = back.kept.length > 0 ? 'succeeded' : 'returned'
  if (mayMove(attempt.state, to))
    await moveContested(tx, attempt, to, to === 'returned' ? lostBy(kept.reason) : null)
  await say(tx, attempt, 'returned', `Contestazione persa. ${says}`)
  await recordReturnedMoney(tx, back.taken, 'returned')
  await updateDisputedBills(tx, billsOf([...back.kept, ...back.taken]))
  await recordOnBills(
    tx,
    attempt,
    back.taken,
    'returned',
    `Contestazione persa: è di nuovo da pagare. ${says}`,
  )
}

/** Takes the disputed cents back from what the payment had settled. */
const takeFromBills = (tx: Tx, attempt: LockedAttempt, kept: sql.StoredDispute, rule: 'return' | 'dispute') =>
  takeMoneyBack(tx, attempt, kept.amount, {
    rule,
    actor: 'provider',
    reason: disputeReason(kept.reason).says,
  })

const entry = (attempt: LockedAttempt, kept: sql.StoredDispute, kind: LedgerKind, description: string) => {
  const { customer_id, account_id, subject_id, bill_id, payment_id, bill_number } = attempt
  const source = `dispute:${kept.dispute_id}`
  return {
    ...{ customer_id, account_id, subject_id, bill_id, payment_id, kind, source },
    description: `${description}, ${bill_number}`,
  }
}

const say = (tx: Tx, attempt: LockedAttempt, kind: string, text: string) =>
  recordPaymentEvent(tx, { ...eventOf(attempt), kind, text, actor: 'provider' })

const recordOnBills = (
  tx: Tx,
  { customer_id }: LockedAttempt,
  parts: readonly Part[],
  kind: string,
  text: string,
) => recordBillEvents(tx, parts, { customer_id, kind, text, actor: 'banca' })

const billsOf = (parts: readonly Part[]) => [...new Set(parts.map(({ bill_id }) => bill_id))]
