import { formatEuro } from '@saldo/domain/money'
import { type AllocationRule, allocate, inLegalOrder } from '@saldo/domain/payments/allocation'
import {
  type Held,
  whySurplusAndHeld,
  whyTooMuch,
  whyUndistributed,
} from '@saldo/domain/payments/why-not-placed'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import { chosenParts } from '../allocate/chosen-parts.ts'
import { heldMoney } from './held-money.ts'

export type CollectionOrder = {
  account_id: number
  subject_id: number
  amount: number
  /** The bills that the payer named, in that order. */
  bill_ids?: readonly number[] | undefined
  /** What the office chose instead, with one amount for each. */
  instalment_ids?: readonly number[] | undefined
  amounts?: readonly number[] | undefined
  /** What this payment settles counts as due: it is about to be reversed. */
  instead_of?: number | undefined
}
export type OpenInstalment = {
  bill_id: number
  bill_number: string
  instalment_id: number
  position: number
  due_date: string
  still_due: number
}
export type PlannedPart = OpenInstalment & { amount: number }
export type CollectionPlan = {
  customer_id: number
  /** The payer's address, if there is one. */
  email: string | null
  /**
   * The bill under which the payment is listed: the first it settles, else the first named, else the person's latest.
   */
  bill_id: number
  rule: AllocationRule
  parts: PlannedPart[]
  /** All that money may settle, in the order of the rule. */
  open: OpenInstalment[]
  /** The bills that the caller named, or none for all of the person's; `due`: cents of them that can be settled. */
  meant: { bill_numbers: string[]; due: number }
  /** All of the person's bills in the condominium. */
  bill_ids: number[]
  /** The sums of the person's bills that payments under way or disputes hold, so that this money cannot settle them. */
  held: Held[]
  surplus: number
}

/**
 * Locks the person's bills in the condominium, in the order of ids, so that what they owe stays until the transaction
 * ends. 404 for records that are not visible.
 */
export async function lockDebts(
  tx: Tx,
  { account_id, subject_id }: Pick<CollectionOrder, 'account_id' | 'subject_id'>,
): Promise<Debts> {
  const [whose] = await tx<Debts['whose'][]>`
    select a.customer_id, c.interest_first, s.email
    from accounts a
    join customers c on c.customer_id = a.customer_id
    join subjects s on s.customer_id = a.customer_id
    where a.account_id = ${account_id} and s.subject_id = ${subject_id}`
  if (!whose) throw notFound('Il condominio o la persona')
  const bills = await tx<Debts['bills']>`
    select bill_id, phase from bills
    where customer_id = ${whose.customer_id} and account_id = ${account_id} and subject_id = ${subject_id}
      and phase not in ('draft', 'cancelled')
    order by bill_id for update`
  return { whose, bills: [...bills] }
}
type Debts = {
  whose: { customer_id: number; interest_first: boolean; email: string | null }
  bills: { bill_id: number; phase: string }[]
}

/** What settling a collection needs of its plan; the rest is for whoever reads it. */
export type DebtsPlan = Omit<CollectionPlan, 'meant' | 'held'>

/**
 * Plans what money from outside settles (art. 1193 c.c.): the bills that the payer named, else the earliest due date
 * first; if the office wants so, the person's open interest bills before all others (art. 1194 c.c.). The rest is
 * credit. Locks the person's bills of the condominium, so that the plan stays valid until the transaction ends. Leaves
 * out instalments that an attempt holds. 404 for records that are not visible, 409 when the person has no bill there.
 */
export async function planCollection(tx: Tx, order: CollectionOrder): Promise<CollectionPlan> {
  const { due, ...plan } = await planned(tx, order)
  return {
    ...plan,
    meant: { bill_numbers: order.bill_ids ? await numbersOf(tx, order.bill_ids) : [], due },
    held: await heldMoney(tx, plan.bill_ids),
  }
}

/** The same without the numbers of bills and without what is held: of thousands of collections, only what settles them. */
export async function planDebts(tx: Tx, order: CollectionOrder): Promise<DebtsPlan> {
  const { due: _due, ...plan } = await planned(tx, order)
  return plan
}

/** `due`: cents of the meant bills that can be settled. */
async function planned(tx: Tx, order: CollectionOrder): Promise<DebtsPlan & { due: number }> {
  const { bill_ids } = order
  const { whose, bills } = await lockDebts(tx, order)
  if (bill_ids?.some((id) => !bills.some(({ bill_id }) => bill_id === id))) throw notFound('Una bolletta')
  const latest = bills.at(-1)
  if (!latest) throw await noBill(tx, whose.customer_id, order)
  const due = await tx<(OpenInstalment & { is_interest: boolean })[]>`
    select i.bill_id, b.number as bill_number, i.instalment_id, i.position, i.due_date,
      i.amount - i.settled - i.pending + coalesce(o.amount, 0) as still_due,
      exists (select from late_interest_charges c
        where c.customer_id = b.customer_id and c.interest_bill_id = b.bill_id) as is_interest
    from bill_instalments i
    join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
    left join payment_allocations a on a.customer_id = i.customer_id and a.payment_id = ${order.instead_of ?? null} and a.current
    left join allocation_parts o on o.customer_id = a.customer_id and o.allocation_id = a.allocation_id
      and o.instalment_id = i.instalment_id
    where i.bill_id in ${tx(bills.map(({ bill_id }) => bill_id))}
      and i.settled + i.pending - coalesce(o.amount, 0) < i.amount
    order by i.due_date, i.bill_id, i.position`
  const inOrder = bill_ids
    ? bill_ids.flatMap((id) => due.filter(({ bill_id }) => bill_id === id))
    : inLegalOrder(due, whose)
  const { allocations, surplus } = allocate(
    order.amount,
    inOrder,
    inOrder.map(({ instalment_id }) => instalment_id),
  )
  const paid = allocations.map(({ instalment_id, amount }) => {
    const debt = due.find((each) => each.instalment_id === instalment_id) as (typeof due)[number]
    return { ...debt, amount }
  })
  const paysInterest = whose.interest_first && paid.some(({ is_interest }) => is_interest)
  const parts = paid.map(({ is_interest: _is, ...part }): PlannedPart => part)
  return {
    customer_id: whose.customer_id,
    email: whose.email,
    bill_id: parts[0]?.bill_id ?? bill_ids?.[0] ?? latest.bill_id,
    rule: bill_ids ? 'named' : paysInterest ? 'interest_first' : 'oldest',
    parts,
    open: inLegalOrder(due, whose).map(({ is_interest: _is, ...instalment }): OpenInstalment => instalment),
    due: inOrder.reduce((sum, { still_due }) => sum + still_due, 0),
    bill_ids: bills.map((bill) => bill.bill_id),
    surplus,
  }
}

/** 409 with the condominiums where the person has bills: perhaps the wrong one was chosen. */
async function noBill(tx: Tx, customer_id: number, { account_id, subject_id, amount }: CollectionOrder) {
  const others = await tx<{ name: string }[]>`
    select a.name from accounts a
    where a.customer_id = ${customer_id} and a.account_id <> ${account_id} and exists (
      select from bills b where b.customer_id = a.customer_id and b.account_id = a.account_id
        and b.subject_id = ${subject_id} and b.phase not in ('draft', 'cancelled'))
    order by a.name limit 3`
  const elsewhere = others.length > 0 ? ` Ne ha in: ${others.map(({ name }) => name).join(', ')}.` : ''
  return conflict(
    'no_bill',
    `Questa persona non ha bollette in questo condominio: ${formatEuro(amount)} qui non si possono registrare.${elsewhere}`,
  )
}

async function numbersOf(tx: Tx, bill_ids: readonly number[]): Promise<string[]> {
  const found = await tx<{ bill_id: number; number: string }[]>`
    select bill_id, number from bills where bill_id = any(${[...bill_ids]}::bigint[])`
  return bill_ids.flatMap((id) => found.find(({ bill_id }) => bill_id === id)?.number ?? [])
}

/** A plan as it is settled: what the office chose cent by cent, else what the rule says. */
export type SettledPlan = Pick<
  CollectionPlan,
  'customer_id' | 'email' | 'bill_id' | 'bill_ids' | 'rule' | 'surplus'
> & {
  parts: Part[]
  /** Why something remains, as a sentence; not read when nothing does. */
  why_surplus: string
}

/** The plan of an order that is about to be settled. */
export async function chosenPlan(tx: Tx, order: CollectionOrder): Promise<SettledPlan> {
  const plan = await planCollection(tx, order)
  if (!order.instalment_ids) return { ...plan, why_surplus: whySurplusAndHeld(plan.meant, plan) }
  const whose = { customer_id: plan.customer_id, account_id: order.account_id, subject_id: order.subject_id }
  const parts = await chosenParts(tx, whose, order.instalment_ids, order.amounts ?? [])
  const surplus = order.amount - parts.reduce((sum, { amount }) => sum + amount, 0)
  if (surplus < 0) throw badInput({ amounts: whyTooMuch(order.amount, order.amount - surplus) })
  return {
    ...{ ...plan, bill_id: parts[0]?.bill_id ?? plan.bill_id, rule: 'manual', parts, surplus },
    why_surplus: whyUndistributed(order.amount, surplus),
  }
}

/**
 * 409 when the money exceeds the debts and the office did not say that the rest becomes credit: a slip in the amount
 * must not vanish into a credit.
 */
export function requireSurplusWanted(
  { surplus, why_surplus }: Pick<SettledPlan, 'surplus' | 'why_surplus'>,
  { credit_surplus }: { credit_surplus?: boolean | undefined },
): void {
  if (surplus === 0 || credit_surplus) return
  const said = `${why_surplus} Mettili a credito, oppure correggi l’importo.`
  throw conflict('surplus', said, { credit_surplus: said })
}
