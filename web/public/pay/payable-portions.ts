import type { PublicBill } from '@saldo/contract/bills/mybill'
import { dueNow } from '@saldo/domain/bills/owed'

/** An amount that can be paid now. `instalment_ids` is null when it is everything due, or a `part` of it. */
export type Portion = {
  instalment_ids: number[] | null
  amount: number
  until: string | null
  count: number
  part?: true
}

/** One bill, or several that are paid together; `today` is the day of the server’s sums. */
export type PayableBills = Pick<PublicBill, 'payable' | 'today'> & {
  bills: readonly Pick<PublicBill, 'instalments'>[]
}

/**
 * The amounts that the payer may choose: what is due now of each bill (everything overdue, else its next instalment), or
 * everything. One portion only, if they are the same.
 */
export function portionsOf({
  bills,
  payable,
  today,
}: PayableBills): { first: Portion; all: Portion } | { all: Portion } {
  const due = bills
    .flatMap(({ instalments }) => instalments)
    .filter(({ amount, settled }) => settled < amount)
  const all = { instalment_ids: null, amount: payable, until: lastDue(due), count: due.length }
  const now = bills.flatMap(({ instalments }) => dueNow(instalments, today))
  if (now.length === due.length) return { all }
  const amount = now.reduce((sum, instalment) => sum + instalment.amount - instalment.settled, 0)
  const instalment_ids = now.map(({ instalment_id }) => instalment_id)
  return { first: { instalment_ids, amount, until: lastDue(now), count: now.length }, all }
}

const lastDue = (instalments: { due_date: string }[]): string | null =>
  instalments
    .map(({ due_date }) => due_date)
    .sort()
    .at(-1) ?? null
