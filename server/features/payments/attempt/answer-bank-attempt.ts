import { type Day, formatDate, today } from '@saldo/domain/dates'
import { isOpen } from '@saldo/domain/payments/payment'
import { methodInSentence } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../../db/connection.ts'
import { post } from '../../../ledger/ledger.ts'
import { ownerIds } from '../../../ledger/owner-ids.ts'
import type { Services } from '../../../services.ts'
import { allocationLines, firstSettled } from '../allocate/allocate-payment.ts'
import * as sql from './apply-intent.sql.ts'
import { afterFailure, afterWithdrawal, settleHeld } from './attempt-outcomes.ts'
import { type LockedAttempt, lockAttempt } from './locked-attempt.ts'

/* The bank's answers to debits that went to it by file. Each is applied once: false means that the attempt had its answer
   already, and nothing was changed. */

/** The money arrived on the condominium's account on this day: settles the instalments and posts it to the bank. */
export async function settleBankAttempt(
  services: Services,
  tx: Tx,
  attempt_id: number,
  day: Day,
): Promise<boolean> {
  const attempt = await lockBankAttempt(tx, attempt_id)
  if (!isOpen(attempt.state)) return false
  const { customer_id, payment_id } = attempt
  const [payment] = await tx`
    update payments set settled_at = ${day === today() ? new Date().toISOString() : `${day}T11:00:00Z`}
    where customer_id = ${customer_id} and payment_id = ${payment_id} returning last4`
  await sql.moveAttempt(tx, attempt, 'succeeded', null)
  const method = `addebito su conto •••• ${payment?.last4}`
  await settleHeld(services, tx, attempt, {
    method,
    told: { how: `pagato il ${formatDate(day)} con ${method}` },
    book: async () => {
      await post(
        tx,
        {
          ...{ ...ownerIds(attempt), source: `attempt:${attempt_id}`, kind: 'collection', day },
          description: `Incasso ${methodInSentence(attempt.method)}, ${attempt.bill_number}`,
        },
        [{ ledger_account: 'bank', amount: attempt.amount }, ...allocationLines(firstSettled(attempt.parts))],
      )
    },
  })
  return true
}

/** The bank refused the debit before it settled: no money moved, the instalments can be paid again. */
export async function rejectBankAttempt(
  services: Services,
  tx: Tx,
  attempt_id: number,
  reason: string,
): Promise<boolean> {
  const attempt = await lockBankAttempt(tx, attempt_id)
  if (!isOpen(attempt.state)) return false
  attempt.failure_code = reason
  await sql.moveAttempt(tx, attempt, 'failed', null)
  await afterFailure(services, tx, attempt)
  return true
}

/** The debit never went to the bank: nobody was charged. */
export async function withdrawBankAttempt(services: Services, tx: Tx, attempt_id: number): Promise<boolean> {
  const attempt = await lockBankAttempt(tx, attempt_id)
  if (!isOpen(attempt.state)) return false
  await sql.moveAttempt(tx, attempt, 'cancelled', null)
  await afterWithdrawal(services, tx, attempt)
  return true
}

async function lockBankAttempt(tx: Tx, attempt_id: number): Promise<LockedAttempt> {
  const attempt = await lockAttempt(tx, attempt_id)
  if (attempt.answered_by !== 'banca') throw new Error(`attempt ${attempt_id} is at a provider`)
  return attempt
}
