import type { AllocationRule } from '@saldo/domain/payments/allocation'
import type { Tx } from '../../../db/connection.ts'
import type { LedgerLine } from '../../../ledger/ledger.ts'
import { type Part, settleInstalments } from '../../bills/money/instalment-money.ts'

export type AllocatedPayment = {
  customer_id: number
  account_id: number
  subject_id: number
  payment_id: number
}
type To = {
  parts: readonly Part[]
  /** Cents that settle nothing: the payer's credit in this condominium. */
  credit?: number
  rule: AllocationRule
  actor: string
  reason?: string | null
}
/** The change in cents: settled amount per bill (negative: taken back) and credit. */
export type AllocationChange = { bills: Map<number, number>; credit: number }

/**
 * Writes a new version of what a payment settles: instalments and credit change by the difference, and the earlier
 * version is kept. Locks every bill concerned first, in the order of ids, as every writer of a bill's money does.
 * PostgreSQL refuses more than is due of an instalment (`never_more_than_due`) and credit that was spent
 * (`credit_is_there`). The caller posts to the ledger.
 */
export async function allocatePayment(
  tx: Tx,
  payment: AllocatedPayment,
  to: To,
): Promise<AllocationChange & { version: number }> {
  await lockBillsOf(tx, payment.payment_id, to.parts)
  const before = await currentAllocation(tx, payment.payment_id)
  const change = difference(before.parts, to.parts)
  await settleInstalments(tx, change)
  const credit = (to.credit ?? 0) - before.credit
  await changeCredit(tx, payment, credit)
  await insertVersion(tx, payment, before.version, to)
  return { bills: perBill(change), credit, version: before.version + 1 }
}

/**
 * The same for a payment that was recorded just now, and settles nothing yet. Of thousands of collections in one
 * transaction, none looks for an earlier version.
 */
export async function allocateNewPayment(
  tx: Tx,
  payment: AllocatedPayment,
  to: To,
): Promise<AllocationChange> {
  const { parts, credit = 0 } = to
  await tx`
    select from bills where bill_id = any(${parts.map(({ bill_id }) => bill_id)}::bigint[]) order by bill_id for update`
  const change = difference([], parts)
  await settleInstalments(tx, change)
  await changeCredit(tx, payment, credit)
  await insertVersion(tx, payment, 0, to)
  return { bills: perBill(change), credit }
}

/** Writes the first version: its instalments were settled by releasing what an attempt held. */
export async function insertFirstAllocation(tx: Tx, payment: AllocatedPayment, to: To): Promise<void> {
  await insertVersion(tx, payment, 0, to)
}

export type CurrentAllocation = { version: number; credit: number; parts: Part[] }

/** The current allocation of a payment, earliest due date first; version 0 if it settles nothing yet. */
export async function currentAllocation(tx: Tx, payment_id: number): Promise<CurrentAllocation> {
  const [head] = await tx`
    select allocation_id, version, credit from payment_allocations where payment_id = ${payment_id} and current for update`
  if (!head) return { version: 0, credit: 0, parts: [] }
  const parts = await tx<Part[]>`
    select p.bill_id, p.instalment_id, p.amount
    from allocation_parts p join bill_instalments i on i.instalment_id = p.instalment_id
    where p.allocation_id = ${head.allocation_id}
    order by i.due_date, p.bill_id, i.position`
  return { version: head.version, credit: head.credit, parts: [...parts] }
}

/**
 * The ledger lines of a change: settled money is credited to receivables per bill, money taken back is debited, and the
 * same for the payer's credit. In cents; they sum to minus what moved.
 */
export function allocationLines({ bills, credit }: AllocationChange): LedgerLine[] {
  const lines: LedgerLine[] = [...bills].map(([bill_id, amount]) => ({
    ledger_account: 'receivables',
    bill_id,
    amount: -amount,
  }))
  return credit === 0 ? lines : [...lines, { ledger_account: 'subject_credit', amount: -credit }]
}

/** Cents per bill, for instalments settled for the first time. */
export const firstSettled = (parts: readonly Part[]): AllocationChange => ({
  bills: perBill(parts),
  credit: 0,
})

/** Total cents that a change moved: positive when it settled, negative when it took back. */
export const movedBy = ({ bills, credit }: AllocationChange): number =>
  [...bills.values()].reduce((sum, amount) => sum + amount, credit)

/**
 * By arrays and keys: the planner takes a subquery for many bills, and would read a million of them to find one; and it
 * takes a customer whose rows are new for one without any, and would read all of them.
 */
async function lockBillsOf(tx: Tx, payment_id: number, parts: readonly Part[]): Promise<void> {
  await tx`
    select from bills where bill_id = any(array(
      select unnest(${parts.map(({ bill_id }) => bill_id)}::bigint[])
      union select bill_id from allocation_parts where allocation_id = any(array(
        select allocation_id from payment_allocations where payment_id = ${payment_id} and current))))
    order by bill_id for update`
}

function difference(before: readonly Part[], after: readonly Part[]): Part[] {
  const change = new Map(before.map((part) => [part.instalment_id, { ...part, amount: -part.amount }]))
  for (const part of after) {
    const was = change.get(part.instalment_id)?.amount ?? 0
    change.set(part.instalment_id, { ...part, amount: was + part.amount })
  }
  return [...change.values()].filter(({ amount }) => amount !== 0)
}

async function changeCredit(tx: Tx, payment: AllocatedPayment, amount: number): Promise<void> {
  if (amount === 0) return
  const { customer_id, account_id, subject_id } = payment
  await tx`
    insert into subject_credits (customer_id, account_id, subject_id) values (${customer_id}, ${account_id}, ${subject_id})
    on conflict do nothing`
  await tx`
    update subject_credits set balance = balance + ${amount}
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id}`
}

async function insertVersion(tx: Tx, payment: AllocatedPayment, last: number, to: To): Promise<void> {
  const { customer_id, payment_id } = payment
  if (last > 0)
    await tx`update payment_allocations set current = false where payment_id = ${payment_id} and current`
  const { rule, actor, credit = 0, reason = null } = to
  const [kept] = await tx`
    insert into payment_allocations ${tx({ customer_id, payment_id, version: last + 1, rule, credit, reason, actor })}
    returning allocation_id`
  const allocation_id = kept?.allocation_id as number
  const parts = to.parts.filter(({ amount }) => amount > 0)
  if (parts.length === 0) return
  await tx`
    insert into allocation_parts ${tx(parts.map(({ bill_id, instalment_id, amount }) => ({ allocation_id, customer_id, bill_id, instalment_id, amount })))}`
  await tx`
    insert into payment_bills ${tx([...new Set(parts.map(({ bill_id }) => bill_id))].map((bill_id) => ({ payment_id, bill_id, customer_id })))}
    on conflict do nothing`
}

function perBill(change: readonly Part[]): Map<number, number> {
  const bills = new Map<number, number>()
  for (const { bill_id, amount } of change) bills.set(bill_id, (bills.get(bill_id) ?? 0) + amount)
  return new Map([...bills].filter(([, amount]) => amount !== 0))
}
