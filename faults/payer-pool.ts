import { setTimeout as sleep } from 'node:timers/promises'
import type { Bill } from './bills.ts'
import { type Manner, type Urls, visit } from './payers.ts'
import { type Random, seeded, seedOf } from './random.ts'

export type PayerPool = {
  /** Bills whose payers were told that they are paid, or that the bank is working on it. */
  done: () => number
  presses: () => number
  /** The longest response time of a payment request, in milliseconds. */
  slowest: () => number
  /** Resolves when every payer is done, or when no payer came back for longer than `timeout_ms`. */
  finished: Promise<void>
  /** Lets waiting payers come back now, as often as needed. */
  hurry: () => void
}

/** How long a payer stays away (ms): longer than an unconfirmed attempt is kept. */
const comeBackAfter = 65_000

/**
 * `at_once` payers in parallel until all bills are paid or pending: each visits one bill, and a payer who leaves while
 * it says "in verifica" returns later with a new form.
 */
export function startPayerPool(
  urls: Urls,
  bills: readonly Bill[],
  of: { seed: number; at_once: number; mixture?: Record<Manner, number>; timeout_ms?: number },
): PayerPool {
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
      const seen = await visit(urls, stay.bill, random, {
        mixture: of.mixture,
        timeout_ms: of.timeout_ms ?? 6_000,
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
