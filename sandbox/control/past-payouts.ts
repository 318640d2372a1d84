import { nextPayout, paidOutBefore, scheduleOf, setPaidOutBefore } from '../payments/payout-schedule.ts'
import { bankOf, settle } from '../resources/balance/payouts.ts'
import type { Act } from '../sandbox.ts'
import { createdOf } from '../store/table.ts'

/** Makes the automatic payouts up to now for lines without one, each with its day; returns how many. */
export function settlePast(act: Act): number {
  const schedule = scheduleOf(act)
  const destination = bankOf(act)?.id
  const now = act.box.clock.seconds()
  if (schedule.interval === 'manual' || !destination) return 0
  const days = new Map<string, { instant: number; currency: string; total: number; lines: string[] }>()
  const ids = act.book.ids('balance_transactions')
  let oldestUnpaid = now
  for (let place = ids.length - 1; place >= 0; place--) {
    const line = act.book.get('balance_transactions', ids[place] ?? '')
    if (!line || createdOf(line) < paidOutBefore(act.book)) break
    if (act.book.get('settlements', line.id)) continue
    const instant = nextPayout(schedule, line.available_on)
    if (instant > now) {
      oldestUnpaid = Math.min(oldestUnpaid, line.created)
      act.box.clock.scheduleOnce(act.book.account, 'pay_out', String(instant), instant)
      continue
    }
    const key = `${instant} ${line.currency}`
    const day = days.get(key) ?? { instant, currency: line.currency, total: 0, lines: [] }
    day.total += line.net
    day.lines.push(line.id)
    days.set(key, day)
  }
  return payDays(act, [...days.values()], destination, oldestUnpaid)
}

interface Day {
  instant: number
  currency: string
  total: number
  lines: string[]
}

/** A day with a negative sum is carried over to the next. */
function payDays(act: Act, days: Day[], destination: string, oldestUnpaid: number): number {
  const carried = new Map<string, { total: number; lines: string[] }>()
  let payouts = 0
  for (const day of days.sort((a, b) => a.instant - b.instant)) {
    const before = carried.get(day.currency) ?? { total: 0, lines: [] }
    const total = before.total + day.total
    const lines = [...before.lines, ...day.lines]
    if (total <= 0) {
      carried.set(day.currency, { total, lines })
      continue
    }
    carried.delete(day.currency)
    const payout = settle(act, { ...day, total, lines, destination })
    payouts++
    if (payout.arrival_date <= act.box.clock.seconds()) act.book.put('payouts', { ...payout, status: 'paid' })
    else act.box.clock.scheduleOnce(act.book.account, 'arrive_payout', payout.id, payout.arrival_date)
  }
  const left = [...carried.values()].flatMap(({ lines }) => lines)
  const created = left.map((id) => createdOf(act.book.get('balance_transactions', id)))
  setPaidOutBefore(act.book, Math.min(oldestUnpaid, ...created))
  return payouts
}
