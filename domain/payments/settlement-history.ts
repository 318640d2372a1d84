import type { Movement } from '../arrears/late-interest.ts'
import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { AllocationRule } from './allocation.ts'

/** What a payment settled from a day on, and the rule that decided it. */
export type SettledVersion = {
  rule: AllocationRule
  day: Day
  parts: readonly { instalment_id: number; amount: Cents }[]
}
type Settled = { day: Day; cents: Map<number, Cents> }
const neverCame: ReadonlySet<AllocationRule> = new Set(['return', 'dispute', 'reversal'])

/**
 * When the money of one payment settled which instalment, for counting lateness; `versions` in their order, the first on the
 * day the money came.
 * - A debit that came back, a dispute that was lost or a registration that was reversed (`return`, `dispute`, `reversal`):
 *   what it took had never come, so the instalment counts from its due date. A part that stays paid stays.
 * - A refund takes from the day it was made on: until then the instalment was paid.
 * - A refund that failed was never made: the money had not left.
 * - Any other decision (money moved to another debt, or freed by a credit note) holds from its own day; until then the money
 *   did settle the other debt.
 */
export function movementsOf(versions: readonly SettledVersion[]): Map<number, Movement[]> {
  const history: Settled[] = []
  versions.forEach(({ rule, day, parts }, at) => {
    const before = history.at(-1)
    const now = {
      day: before && before.day > day ? before.day : day,
      cents: new Map(parts.map(({ instalment_id, amount }) => [instalment_id, amount])),
    }
    if (before && neverCame.has(rule)) forget(history, less(before.cents, now.cents))
    if (before && rule === 'refund_failed')
      keepPaid(history, lastRefund(versions, at), less(now.cents, before.cents))
    history.push(now)
  })
  return differences(history)
}

/** Removes `lost` cents, which never arrived, from every earlier state: from what they settled, else from what replaced it. */
function forget(history: readonly Settled[], lost: ReadonlyMap<number, Cents>): void {
  for (const { cents } of history) {
    let rest = 0
    for (const [instalment_id, amount] of lost) rest += amount - take(cents, instalment_id, amount)
    for (const instalment_id of [...cents.keys()].reverse()) rest -= take(cents, instalment_id, rest)
  }
}

function keepPaid(history: readonly Settled[], from: number, again: ReadonlyMap<number, Cents>): void {
  for (const { cents } of history.slice(from))
    for (const [instalment_id, amount] of again)
      cents.set(instalment_id, (cents.get(instalment_id) ?? 0) + amount)
}

const lastRefund = (versions: readonly SettledVersion[], before: number): number =>
  Math.max(
    versions.slice(0, before).findLastIndex(({ rule }) => rule === 'refund'),
    0,
  )

/** Takes up to `amount` cents from an instalment; returns how many it took. */
function take(cents: Map<number, Cents>, instalment_id: number, amount: Cents): Cents {
  const taken = Math.min(cents.get(instalment_id) ?? 0, amount)
  if (taken > 0) cents.set(instalment_id, (cents.get(instalment_id) ?? 0) - taken)
  return taken
}

/** The cents by which `one` exceeds `other`. */
function less(one: ReadonlyMap<number, Cents>, other: ReadonlyMap<number, Cents>): Map<number, Cents> {
  const more = [...one].map(([id, amount]) => [id, amount - (other.get(id) ?? 0)] as const)
  return new Map(more.filter(([, amount]) => amount > 0))
}

function differences(history: readonly Settled[]): Map<number, Movement[]> {
  const movements = new Map<number, Movement[]>()
  history.forEach(({ day, cents }, at) => {
    const before = history[at - 1]?.cents ?? new Map<number, Cents>()
    for (const id of new Set([...before.keys(), ...cents.keys()])) {
      const amount = (cents.get(id) ?? 0) - (before.get(id) ?? 0)
      if (amount !== 0) movements.set(id, [...(movements.get(id) ?? []), { day, amount }])
    }
  })
  return movements
}
