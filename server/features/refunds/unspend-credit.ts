import { formatEuro } from '@saldo/domain/money'
import type { AllocationRule } from '@saldo/domain/payments/allocation'
import { takeBack } from '@saldo/domain/payments/refund'
import type { Tx } from '../../db/connection.ts'
import { post } from '../../ledger/ledger.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import { recordReturnedMoney } from '../bills/money/returned-money.ts'
import {
  type AllocatedPayment,
  allocatePayment,
  allocationLines,
  currentAllocation,
} from '../payments/allocate/allocate-payment.ts'
import { lockPayment } from '../payments/allocate/lock-payment.ts'
import { updateRefundedState } from '../payments/allocate/refunded-state.ts'
import { addCredit } from '../payments/allocate/subject-credit.ts'
import * as sql from './refunds.sql.ts'

/**
 * `rule`: why the money behind the credit is gone; stored with the credit's use. Returned money never came; a refund
 * has its own day.
 */
type Why = { rule: AllocationRule; actor: string; reason: string }

/**
 * Reverses up to `wanted` cents of a person's spent credit, the latest use first. The debts that the credit had settled
 * are owed again and count as returned, because the money behind the credit is gone.
 */
export async function unspendCredit(
  tx: Tx,
  payer: Pick<AllocatedPayment, 'customer_id' | 'account_id' | 'subject_id'>,
  wanted: number,
  why: Why,
): Promise<void> {
  const { customer_id, account_id, subject_id } = payer
  const uses = await tx<{ payment_id: number }[]>`
    select payment_id from payments
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id} and method = 'CREDIT'
      and refunded < amount
    order by payment_id desc`
  let left = wanted
  for (const { payment_id } of uses) {
    if (left <= 0) return
    left -= await reverseCreditUse(tx, payment_id, left, why)
  }
}

/** Reverses one use of credit. Returns how many cents it settled before and does not settle any more. */
async function reverseCreditUse(
  tx: Tx,
  payment_id: number,
  most: number,
  { rule, actor, reason }: Why,
): Promise<number> {
  const payment = await lockPayment(tx, payment_id)
  const { parts, credit } = await currentAllocation(tx, payment_id)
  const amount = Math.min(
    most,
    parts.reduce((sum, part) => sum + part.amount, 0),
  )
  if (amount === 0) return 0
  const back = takeBack(amount, parts)
  const change = await allocatePayment(tx, payment, {
    ...{ parts: back.parts, credit, rule, actor, reason },
  })
  const { customer_id, account_id, subject_id, bill_id } = payment
  const refund_id = await sql.insertRefund(tx, {
    ...{
      customer_id,
      payment_id,
      amount,
      actor,
      way: 'credit',
      state: 'succeeded',
      reason: 'requested_by_customer',
    },
    note: reason,
  })
  await sql.storeRefundParts(tx, { refund_id, customer_id }, back.taken)
  await addCredit(tx, payment, amount)
  await updateRefundedState(tx, payment)
  await post(
    tx,
    {
      ...{
        customer_id,
        account_id,
        subject_id,
        bill_id,
        payment_id,
        kind: 'return',
        source: `refund:${refund_id}`,
      },
      description: 'Credito usato e poi venuto meno',
    },
    [...allocationLines(change), { ledger_account: 'subject_credit', amount: -amount }],
  )
  await recordReturnedMoney(tx, back.taken, 'returned')
  const text = `${formatEuro(amount)} di credito sono venuti meno: ${reason}`
  await recordPaymentEvent(tx, { customer_id, bill_id, payment_id, kind: 'returned', text, actor })
  await recordBillEvents(tx, back.taken, { customer_id, kind: 'returned', text, actor })
  return amount
}
