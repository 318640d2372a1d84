import type { Share } from './known-facts.ts'

/** Money of a movement that is still to be matched, in cents. */
export type Source = { movement_id: number; open: number }
/** One person's part of all the money; `bills`: what it settles, the rest is credit; left out: the oldest debts. */
export type Target = { subject_id: number; amount: number; bills?: readonly Share[] | undefined }
export type Portion = { movement_id: number; subject_id: number; amount: number; bills?: Share[] }

/**
 * Divides the money of several movements among several people: each movement is used up before the next, each person is
 * served before the next, and a person's bills come before their credit. Whatever exceeds the money or the targets stays.
 */
export function divide(sources: readonly Source[], targets: readonly Target[]): Portion[] {
  const portions: Portion[] = []
  const waiting = targets.map(({ subject_id, amount, bills }) => ({
    ...{ subject_id, left: amount },
    bills: bills?.map((share) => ({ ...share })),
  }))
  for (const { movement_id, open } of sources) {
    let money = open
    for (const target of waiting) {
      const amount = Math.min(money, target.left)
      if (amount <= 0) continue
      money -= amount
      target.left -= amount
      portions.push({
        ...{ movement_id, subject_id: target.subject_id, amount },
        ...(target.bills ? { bills: taken(target.bills, amount) } : {}),
      })
    }
  }
  return portions
}

/** Takes as much of the shares as the money covers, in their order. */
function taken(bills: Share[], amount: number): Share[] {
  let left = amount
  return bills.flatMap((share) => {
    const cents = Math.min(left, share.amount)
    share.amount -= cents
    left -= cents
    return cents > 0 ? [{ bill_id: share.bill_id, amount: cents }] : []
  })
}
