import type { AllocationRule } from '@saldo/domain/payments/allocation'
import { takeBack } from '@saldo/domain/payments/refund'
import type { Tx } from '../../db/connection.ts'
import type { LedgerLine } from '../../ledger/ledger.ts'
import { billDebt } from '../bills/edit/bill-debt.ts'
import type { Part } from '../bills/money/instalment-money.ts'
import {
  type AllocatedPayment,
  allocatePayment,
  allocationLines,
  currentAllocation,
} from '../payments/allocate/allocate-payment.ts'
import { creditOf } from '../payments/allocate/subject-credit.ts'
import { unspendCredit } from './unspend-credit.ts'

type Why = { rule: AllocationRule; actor: string; reason: string }
export type TakenBack = {
  /** The parts that the payment still settles. */
  kept: Part[]
  /** The parts that it settled before and no longer settles. */
  taken: Part[]
  /** Cents taken from the payer's credit. */
  from_credit: number
  /** The new bill for the part that was neither settled nor credit. */
  debt: Part | null
  /** The ledger lines of all of it; they sum to the amount. */
  lines: LedgerLine[]
}

/**
 * Takes `amount` cents of a payment back, because the money left or never came: first from the payer's unspent credit,
 * then from the instalments due last, then from credit that was spent, which reopens what it had settled. A new bill
 * asks for the rest, so that every returned cent is owed on a bill. The caller has locked the person's bills in the
 * condominium.
 */
export async function takeMoneyBack(
  tx: Tx,
  payment: AllocatedPayment,
  amount: number,
  why: Why,
): Promise<TakenBack> {
  const before = await currentAllocation(tx, payment.payment_id)
  const available = async () => Math.min(before.credit, await creditOf(tx, payment))
  let credit = await available()
  let back = takeBack(amount, before.parts, credit)
  if (back.left > 0) {
    await unspendCredit(tx, payment, Math.min(back.left, before.credit - credit), why)
    credit = await available()
    back = takeBack(amount, before.parts, credit)
  }
  const from_credit = credit - back.credit
  const change = await allocatePayment(tx, payment, {
    ...{ parts: back.parts, credit: before.credit - from_credit },
    ...why,
  })
  const debt = back.left > 0 ? await billDebt(tx, payment, back.left, why) : null
  return {
    ...{ kept: back.parts, taken: back.taken, from_credit, debt },
    // The new bill's own posting debits receivables: this is its other side.
    lines: [
      ...allocationLines(change),
      ...(debt ? [{ ledger_account: 'billed' as const, amount: debt.amount }] : []),
    ],
  }
}
