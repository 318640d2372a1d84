import {
  type Bill,
  type Books,
  type Instalment,
  type Plan,
  pendingOf,
  residueOf,
  settledOf,
} from '../books.ts'
import { type Day, plusDays } from '../days.ts'
import { sumOf } from '../sharing.ts'

export type Rate = { due: Day; amount: number }

/** When a bill's next amount is due. */
export const nextDue = (bill: Bill): Day | undefined =>
  bill.instalments
    .filter(({ amount, settled }) => settled < amount)
    .map(({ due }) => due)
    .toSorted()[0]

/** A plan moves no money: the open amounts get the plan's due dates, in the order of the bills'. */
export function accept(plan: Plan): void {
  plan.state = 'active'
  const left = plan.rates.map((rate) => ({ ...rate }))
  for (const bill of plan.bills) {
    bill.replanned = true
    plan.before.set(bill.id, unsettledOf(bill))
    rewrite(bill, takeOff(left, residueOf(bill)))
  }
}

/** Ends a plan: open amounts get their old due dates back, the oldest count as paid first. */
export function endUnpaid(plan: Plan, how: 'lapsed' | 'withdrawn'): void {
  plan.state = how
  for (const bill of plan.bills) {
    const residue = residueOf(bill)
    if (residue <= 0) continue
    const before = (plan.before.get(bill.id) ?? []).map((rate) => ({ ...rate }))
    const paid = sumOf(before.map(({ amount }) => amount)) - residue
    if (paid > 0) takeOff(before, paid)
    const last = before.at(-1)
    if (paid < 0 && last) last.amount -= paid
    rewrite(
      bill,
      before.filter(({ amount }) => amount > 0),
    )
  }
}

/** Ends plans as the calendar requires: expired, paid, or lapsed because an instalment was missed. */
export function sweep(books: Books): void {
  for (const plan of books.plans) {
    if (plan.state === 'proposed' && plan.expires_on < books.today) plan.state = 'expired'
    if (plan.state !== 'active') continue
    const owing = plan.bills.filter((bill) => residueOf(bill) > 0)
    if (owing.length === 0) {
      plan.state = 'done'
      continue
    }
    const next = owing.map((bill) => nextDue(bill) as Day).toSorted()[0] as Day
    if (plusDays(next, plan.grace_days) < books.today && plan.bills.every((bill) => pendingOf(bill) === 0))
      endUnpaid(plan, 'lapsed')
  }
}

const unsettledOf = (bill: Bill): Rate[] =>
  bill.instalments
    .filter(({ amount, settled }) => settled < amount)
    .map(({ due, amount, settled }) => ({ due, amount: amount - settled }))
    .toSorted((a, b) => (a.due < b.due ? -1 : 1))

/** Takes cents off the front of `left`. @returns what was taken, by day */
function takeOff(left: Rate[], cents: number): Rate[] {
  const taken: Rate[] = []
  let wanted = cents
  for (const rate of left) {
    const amount = Math.min(rate.amount, wanted)
    if (amount > 0) taken.push({ due: rate.due, amount })
    rate.amount -= amount
    wanted -= amount
  }
  return taken
}

/** Gives the unsettled part of a bill other due dates; what was received stays. */
function rewrite(bill: Bill, parts: readonly Rate[]): void {
  const kept = bill.instalments.filter(({ settled }) => settled > 0)
  for (const each of kept) {
    each.amount = each.settled
    each.returned = 0
    each.refunded = 0
  }
  for (const { due, amount } of parts) {
    const same = kept.find((each) => each.due === due)
    if (same) same.amount += amount
    else kept.push(blank(due, amount))
  }
  bill.instalments = kept
  if (settledOf(bill) > 0) bill.tried = true
}

const blank = (due: Day, amount: number): Instalment => ({
  ...{ ids: [], due, amount, settled: 0, pending: 0, returned: 0, refunded: 0 },
})
