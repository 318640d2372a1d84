import { setTimeout as sleep } from 'node:timers/promises'
import type { Bill } from './bills.ts'
import { type Doors, type Manner, visit } from './payers.ts'
import { type Random, seeded, seedOf } from './random.ts'

export type Crowd = {
  /** Bills whose payers were told that they are paid, or that the bank is at work. */
  done: () => number
  presses: () => number
  /** The longest that an answered press took, in milliseconds. */
  slowest: () => number
  /** Ends when every payer is done, or when nobody has come back to be told so within their patience. */
  finished: Promise<void>
  /** Payers still waiting at home come back now, as often as it takes. */
  hurry: () => void
}

/** Milliseconds after which somebody who left an open page comes back: longer than an attempt nobody confirms is kept. */
const comeBackAfter = 65_000

/**
 * `at_once` people paying at the same time until all bills are paid or under way: each visits one bill; who leaves while it
 * still says "in verifica" comes back later with a new form, as people do.
 */
export function sendCrowd(
  doors: Doors,
  bills: readonly Bill[],
  of: { seed: number; at_once: number; mixture?: Record<Manner, number>; patience?: number },
): Crowd {
  const waiting: { bill: Bill; from: number; visits: number }[] = bills.map((bill) => ({
    bill,
    from: 0,
    visits: 0,
  }))
  const tally = { done: 0, presses: 0, slowest: 0 }
  let pause = comeBackAfter

  const person = async () => {
    while (tally.done < bills.length) {
      const next = waiting.findIndex(({ from }) => from <= performance.now())
      if (next < 0) {
        await sleep(50)
        continue
      }
      const [stay] = waiting.splice(next, 1)
      if (!stay) continue
      const random: Random = seeded(seedOf(of.seed, `${stay.bill.bill_id}.${stay.visits}`))
      const seen = await visit(doors, stay.bill, random, {
        mixture: of.mixture,
        patience: of.patience ?? 6_000,
      })
      tally.presses += seen.presses
      tally.slowest = Math.max(tally.slowest, ...seen.waits)
      if (seen.told === 'left')
        waiting.push({ bill: stay.bill, from: performance.now() + pause, visits: stay.visits + 1 })
      else tally.done += 1
    }
  }
  const people = Array.from({ length: Math.min(of.at_once, bills.length) }, person)
  return {
    done: () => tally.done,
    presses: () => tally.presses,
    slowest: () => tally.slowest,
    finished: Promise.all(people).then(() => {}),
    hurry: () => {
      pause = 500
      for (const stay of waiting) stay.from = 0
    },
  }
}
