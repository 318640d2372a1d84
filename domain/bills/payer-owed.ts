import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import { type DueBill, type Owed, owedOf } from './owed.ts'

/** A bill of a payer; `payable`: the cents that can be paid at most, none while another payment is under way. */
export type PayersBill = DueBill & { payable: Cents }

/**
 * What a payer owes in all, in cents: the sums of `owedOf` over their bills. `payable_now`: the part of *da pagare ora* that
 * can be paid at once, which leaves out bills with a payment under way. `to_confirm`: the part of *in corso*
 * whose payments wait for the payer's own approval, so that it can be paid at once, too. `late_since`: the day of the oldest overdue
 * instalment. `next`: what falls due on the first day from today on. `payerOwed` in the server computes the same in SQL; a
 * test compares them.
 */
export type PayerOwed = Owed & {
  payable_now: Cents
  to_confirm: Cents
  late_since: Day | null
  next: { due_date: Day; amount: Cents } | null
}

/** `today` is Rome's. */
export function payerOwedOf(bills: readonly PayersBill[], today: Day): PayerOwed {
  const owed = bills.map((bill) => owedOf(bill, today))
  const sum = (of: (owed: Owed, at: number) => Cents) =>
    owed.reduce((total, each, at) => total + of(each, at), 0)
  const unsettled = bills
    .filter(({ phase }) => phase !== 'draft' && phase !== 'cancelled')
    .flatMap(({ instalments }) => instalments)
    .filter(({ amount, settled }) => settled < amount)
  const days = unsettled.map(({ due_date }) => due_date).sort()
  const next = days.find((day) => day >= today)
  return {
    residue: sum(({ residue }) => residue),
    overdue: sum(({ overdue }) => overdue),
    due_now: sum(({ due_now }) => due_now),
    pending: sum(({ pending }) => pending),
    payable_now: sum(({ due_now }, at) => ((bills[at]?.payable ?? 0) > 0 ? due_now : 0)),
    to_confirm: sum(({ pending }, at) => ((bills[at]?.payable ?? 0) > 0 ? pending : 0)),
    late_since: days.find((day) => day < today) ?? null,
    next:
      next === undefined
        ? null
        : {
            due_date: next,
            amount: unsettled
              .filter(({ due_date }) => due_date === next)
              .reduce((total, { amount, settled }) => total + amount - settled, 0),
          },
  }
}
