import type Stripe from 'stripe'
import type { Act } from '../sandbox.ts'
import type { Book } from '../store/store.ts'

const day = 86_400

/** The payout schedule: days until money becomes available, and how often it is paid out. */
export type PayoutSchedule = Pick<
  Stripe.Account.Settings.Payouts.Schedule,
  'delay_days' | 'interval' | 'monthly_anchor' | 'weekly_anchor'
>

export const dailyPayouts: PayoutSchedule = { delay_days: 7, interval: 'daily' }

/** The account that owns this book. Our own account is stored in its book, a connected one in the book of its platform. */
export function accountOf(act: Act): Stripe.Account | undefined {
  const platform = platformOf(act.book) ?? act.book.account
  return act.box.store.book(platform).get('accounts', act.book.account)
}

/** The platform that made this account, or undefined for our own. */
export function platformOf(book: Book): string | undefined {
  return book.get('settings', 'platform')?.value as string | undefined
}

export function scheduleOf(act: Act): PayoutSchedule {
  return accountOf(act)?.settings?.payouts?.schedule ?? { ...dailyPayouts, interval: 'manual' }
}

/** Schedules the payout of this balance line for when it becomes available. */
export function expectPayout(act: Act, line: Stripe.BalanceTransaction): void {
  lowerMark(act.book, line.created)
  const schedule = scheduleOf(act)
  // While a history is imported, payouts are created at its end.
  if (schedule.interval === 'manual' || act.silent) return
  const at = nextPayout(schedule, Math.max(line.available_on, act.box.clock.seconds()))
  act.box.clock.scheduleOnce(act.book.account, 'pay_out', String(at), at)
}

/** Schedules a payout for an account that has just become payable, without waiting for new money. */
export function resumePayouts(act: Act): void {
  const newest = act.book.get('balance_transactions', act.book.ids('balance_transactions').at(-1) ?? '')
  if (newest) expectPayout(act, newest)
}

/** The first midnight (UTC, in seconds) at or after `from` on which this schedule pays. */
export function nextPayout(schedule: PayoutSchedule, from: number): number {
  let at = Math.ceil(from / day) * day
  while (!paysOn(schedule, new Date(at * 1000))) at += day
  return at
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function paysOn(schedule: PayoutSchedule, date: Date): boolean {
  if (schedule.interval === 'weekly')
    return weekdays[date.getUTCDay()] === (schedule.weekly_anchor ?? 'monday')
  if (schedule.interval !== 'monthly') return true
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(schedule.monthly_anchor ?? 1, last)
}

const mark = 'paid_out_before'

/** Every line created before this second is already in a payout; the search starts after it. */
export function paidOutBefore(book: Book): number {
  return Number(book.get('settings', mark)?.value ?? 0)
}

export function setPaidOutBefore(book: Book, seconds: number): void {
  if (paidOutBefore(book) !== seconds) book.put('settings', { id: mark, value: seconds })
}

function lowerMark(book: Book, created: number): void {
  if (created < paidOutBefore(book)) setPaidOutBefore(book, created)
}
