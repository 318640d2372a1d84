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

/**
 * The amounts that the payer may choose: the part due first (everything overdue, else the next instalment), or
 * everything. One portion only, if they are the same. `today` is `yyyy-mm-dd`.
 */
export function portionsOf(
  bill: Pick<PublicBill, 'instalments' | 'payable'>,
  today: string,
): { first: Portion; all: Portion } | { all: Portion } {
  const due = bill.instalments.filter(({ amount, settled }) => settled < amount)
  const all = { instalment_ids: null, amount: bill.payable, until: lastDue(due), count: due.length }
  const now = dueNow(due, today)
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
