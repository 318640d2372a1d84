import type { LateInterest } from '@saldo/contract/late-interest'
import { type BillPhase, billCan } from '@saldo/domain/bill'
import { today } from '@saldo/domain/dates'
import { type InterestKind, lateInterest, ratesOf } from '@saldo/domain/late-interest'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/**
 * What a bill owes for its lateness as of today: on what is still unpaid, from the day after each due date or after what
 * was charged last. A bill that asks for interest bears none (art. 1283 c.c.). 404 when unseen.
 */
export async function interestOfBill(tx: Tx, bill_id: number): Promise<LateInterest> {
  const [bill] = await tx<Facts[]>`
    select b.phase, b.pending, coalesce(r.kind, 'none') as kind, r.agreed_bps,
      exists (select from late_interest_charges c
        where c.customer_id = b.customer_id and c.interest_bill_id = b.bill_id) as is_interest
    from bills b
    left join late_interest_rules r on r.customer_id = b.customer_id and r.account_id = b.account_id
    where b.bill_id = ${bill_id}`
  if (!bill) throw notFound('La bolletta')
  const charges = await tx<LateInterest['charges']>`
    select c.interest_bill_id as bill_id, i.number, c.through_day, c.amount
    from late_interest_charges c
    join bills i on i.customer_id = c.customer_id and i.bill_id = c.interest_bill_id
    where c.bill_id = ${bill_id} and i.status <> 'cancelled' order by c.through_day`
  const parts = await partsOf(tx, bill_id, bill, charges.at(-1)?.through_day ?? null)
  return {
    bill_id,
    kind: bill.kind,
    agreed_bps: bill.agreed_bps,
    through_day: today(),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    parts,
    charges: [...charges],
  }
}

type Facts = {
  phase: BillPhase
  pending: number
  kind: InterestKind
  agreed_bps: number | null
  is_interest: boolean
}

async function partsOf(
  tx: Tx,
  bill_id: number,
  bill: Facts,
  charged: string | null,
): Promise<LateInterest['parts']> {
  const rates = ratesOf(bill)
  if (rates === null || bill.is_interest || !billCan.pay(bill)) return []
  const unpaid = await tx<{ due_date: string; principal: number }[]>`
    select due_date, amount - settled as principal from bill_instalments
    where bill_id = ${bill_id} and settled < amount and due_date < today() order by due_date, position`
  return unpaid
    .map(({ due_date, principal }) => {
      const since = charged !== null && charged > due_date ? charged : due_date
      return { due_date, principal, since, amount: lateInterest(principal, since, today(), rates) }
    })
    .filter(({ amount }) => amount > 0)
}
