import { type Day, formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { mayMove } from '@saldo/domain/payments/payment'
import { returnReason } from '@saldo/domain/sepa/return-reasons'
import type { Tx } from '../../db/connection.ts'
import { type LedgerLine, moved, post } from '../../ledger/ledger.ts'
import { ownerIds } from '../../ledger/owner-ids.ts'
import type { Services } from '../../services.ts'
import { noteSettledBy } from '../debits/run-debits.ts'
import { moveContested } from '../payments/allocate/refunded-state.ts'
import { rejectBankAttempt, settleBankAttempt } from '../payments/attempt/answer-bank-attempt.ts'
import { reopenReturned } from '../payments/attempt/attempt-outcomes.ts'
import { lockAttempt } from '../payments/attempt/locked-attempt.ts'
import { takeMoneyBack } from '../refunds/take-money-back.ts'

/* What the bank says of a presented debit. Three doors lead here: the bank's answer to a file, a movement of a statement,
   and a person. Each outcome is applied once: false means that it was known already. */

export type PresentedDebit = {
  debit_id: number
  customer_id: number
  account_id: number
  run_id: number
  bill_id: number
  payment_id: number
  attempt_id: number
  amount: number
  state: 'started' | 'done' | 'failed'
  /** Set since the money arrived; it stays when it comes back. */
  settled_on: Day | null
  settled_by: string | null
  failure_code: string | null
  block_id: string
  end_to_end_id: string
}

export const presentedColumns = (tx: Tx) => tx`
  d.debit_id, d.customer_id, d.account_id, d.run_id, d.bill_id, d.payment_id, t.attempt_id, d.amount, d.state, d.settled_on,
  d.settled_by, d.failure_code, d.block_id, d.end_to_end_id`

/** Debits that went to a bank: their payment has one attempt. */
export const presentedDebits = (tx: Tx) => tx`
  debits d
  join payment_attempts t on t.customer_id = d.customer_id and t.payment_id = d.payment_id and t.provider_account = 'bank'`

/** The money arrived on the condominium's account: the bill is paid, with its receipt. `by`: what said so. */
export async function settlePresentedDebit(
  services: Services,
  tx: Tx,
  debit: PresentedDebit,
  { day, by }: { day: Day; by: string },
): Promise<boolean> {
  if (!(await settleBankAttempt(services, tx, debit.attempt_id, day))) return false
  await noteSettledBy(tx, [debit.debit_id], by)
  await closeRun(tx, debit.run_id)
  return true
}

/** The bank refused it before settlement: no money moved, the instalments can be paid again. `reason`: an ISO code. */
export async function rejectPresentedDebit(
  services: Services,
  tx: Tx,
  debit: PresentedDebit,
  reason: string,
): Promise<boolean> {
  if (!(await rejectBankAttempt(services, tx, debit.attempt_id, reason))) return false
  await closeRun(tx, debit.run_id)
  return true
}

/**
 * The money came back after settlement: a transaction of its own. The bill is owed again, whatever paid it meanwhile keeps
 * its place, and the payer is told with a link that pays now. `fee`: cents that the bank charges.
 */
export async function returnPresentedDebit(
  services: Services,
  tx: Tx,
  debit: PresentedDebit,
  of: { day: Day; reason: string | null; by: string; actor: string; fee?: number },
): Promise<boolean> {
  const { customer_id, account_id, debit_id, payment_id, amount } = debit
  await lockBillsOfPayer(tx, payment_id)
  const attempt = await lockAttempt(tx, debit.attempt_id)
  const [row] = await tx`
    insert into debit_returns ${tx({
      ...{ customer_id, account_id, debit_id, payment_id, amount, fee: of.fee ?? 0, reason: of.reason },
      ...{ returned_on: of.day, told_by: of.by, actor: of.actor },
    })} on conflict do nothing returning return_id`
  if (!row) return false
  const { office } = returnReason(of.reason)
  const back = await takeMoneyBack(tx, attempt, amount, {
    ...{ rule: 'return', actor: 'banca', reason: `Addebito insoluto del ${formatDate(of.day)}. ${office}` },
  })
  const entry = (kind: 'return' | 'return_fee', description: string, lines: LedgerLine[]) =>
    post(
      tx,
      {
        ...{ ...ownerIds(attempt), kind, day: of.day, source: `debit_return:${debit_id}` },
        description: `${description}, ${attempt.bill_number}`,
      },
      lines,
    )
  await entry('return', 'Addebito insoluto', [...back.lines, { ledger_account: 'bank', amount: -amount }])
  if (of.fee)
    await entry(
      'return_fee',
      `Spese di insoluto: ${formatEuro(of.fee)}`,
      moved('bank', 'collection_fees', of.fee),
    )
  if (mayMove(attempt.state, 'returned')) {
    await moveContested(tx, attempt, 'returned', of.reason ?? 'MS03')
    await reopenReturned(services, tx, attempt, back.taken)
  }
  return true
}

/**
 * Locks all bills of the payer in the order of ids, before the attempt's own: returned money may reopen any of them.
 */
const lockBillsOfPayer = (tx: Tx, payment_id: number) => tx`
  select from bills where (customer_id, account_id, subject_id) = (
    select customer_id, account_id, subject_id from payments where payment_id = ${payment_id})
  order by bill_id for update`

/** A run is closed when the bank has answered about each of its debits. */
async function closeRun(tx: Tx, run_id: number): Promise<void> {
  await tx`
    update debit_runs r set state = 'closed'
    where r.run_id = ${run_id} and r.state = 'presented'
      and not exists (select from debits d where d.customer_id = r.customer_id and d.run_id = r.run_id and d.state = 'started')`
}
