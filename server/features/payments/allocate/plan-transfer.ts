import { type AllocationRule, allocate, inLegalOrder } from '@saldo/domain/payments/allocation'
import type { Tx } from '../../../db/connection.ts'
import { conflict, notFound } from '../../../http/errors.ts'

export type TransferOrder = {
  account_id: number
  subject_id: number
  amount: number
  /** The bills that the payer named, in that order. */
  bill_ids?: readonly number[] | undefined
}
export type PlannedPart = {
  bill_id: number
  bill_number: string
  instalment_id: number
  due_date: string
  still_due: number
  amount: number
}
export type TransferPlan = {
  customer_id: number
  /**
   * The bill under which the payment is listed: the first it settles, else the first named, else the person's latest.
   */
  bill_id: number
  rule: AllocationRule
  parts: PlannedPart[]
  surplus: number
}

/**
 * Plans what money from outside settles (art. 1193 c.c.): the bills that the payer named, else the earliest due date
 * first; if the office wants so, the person's open interest bills before all others (art. 1194 c.c.). The rest is
 * credit. Locks the person's bills of the condominium, so that the plan stays valid until the transaction ends. Leaves
 * out instalments that an attempt holds. 404 for records that are not visible, 409 when the person has no bill there.
 */
export async function planTransfer(tx: Tx, order: TransferOrder): Promise<TransferPlan> {
  const { account_id, subject_id, bill_ids } = order
  const [whose] = await tx`
    select a.customer_id, c.interest_first
    from accounts a
    join customers c on c.customer_id = a.customer_id
    join subjects s on s.customer_id = a.customer_id
    where a.account_id = ${account_id} and s.subject_id = ${subject_id}`
  if (!whose) throw notFound('Il condominio o la persona')
  const bills = await tx<{ bill_id: number; phase: string }[]>`
    select bill_id, phase from bills
    where customer_id = ${whose.customer_id} and account_id = ${account_id} and subject_id = ${subject_id}
      and phase not in ('draft', 'cancelled')
    order by bill_id for update`
  if (bill_ids?.some((id) => !bills.some(({ bill_id }) => bill_id === id))) throw notFound('Una bolletta')
  const latest = bills.at(-1)
  if (!latest) throw conflict('no_bill', 'Questa persona non ha bollette in questo condominio.')
  const due = await tx<(Omit<PlannedPart, 'amount'> & { is_interest: boolean })[]>`
    select i.bill_id, b.number as bill_number, i.instalment_id, i.due_date, i.amount - i.settled - i.pending as still_due,
      exists (select from late_interest_charges c
        where c.customer_id = b.customer_id and c.interest_bill_id = b.bill_id) as is_interest
    from bill_instalments i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
    where i.bill_id in ${tx(bills.map(({ bill_id }) => bill_id))} and i.settled + i.pending < i.amount
      and b.phase <> 'disputed'
    order by i.due_date, i.bill_id, i.position`
  const inOrder = bill_ids
    ? bill_ids.flatMap((id) => due.filter(({ bill_id }) => bill_id === id))
    : inLegalOrder(due, { interest_first: whose.interest_first })
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
    bill_id: parts[0]?.bill_id ?? bill_ids?.[0] ?? latest.bill_id,
    rule: bill_ids ? 'named' : paysInterest ? 'interest_first' : 'oldest',
    parts,
    surplus,
  }
}
