import { addDays, today } from '@saldo/domain/dates'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import type { Dashboard } from './dashboard-query.ts'

/** Links from each figure to its list, with exactly the filters of the figure. */
type Attention = Dashboard['attention'][number]['kind']

const issued = 'to_pay,due_soon,overdue,pending,partly_paid,returned,disputed,paid,refunded'
const month = 30

const yearOf = (year: number | null): Query =>
  year === null ? {} : { issue_date_from: `${year}-01-01`, issue_date_to: `${year}-12-31` }

export const issuedBills = (year: number | null) => paths.bills({ state: issued, ...yearOf(year) })
export const unsettledBills = (year: number | null) => paths.bills({ money: 'residue', ...yearOf(year) })
/** The bills to collect, of all years and of earlier years. */
export const billsToCollect = () => paths.bills({ money: 'residue' })
export const earlierBills = (year: number) =>
  paths.bills({ money: 'residue', issue_date_to: `${year - 1}-12-31` })
/** Received amounts count for the bills they paid, whichever year they came. */
export const collectedBills = (year: number | null) => paths.bills({ money: 'settled', ...yearOf(year) })

export const overdueBills = () => paths.bills({ money: 'overdue' })
export const billsDueWithinMonth = (now = today()) =>
  paths.bills({
    money: 'residue',
    next_due_date_from: now,
    next_due_date_to: addDays(now, month),
  })
export const paymentsOfToday = (now = today()) => paths.payments({ moved_on_from: now, moved_on_to: now })
export const paymentsUnderWay = () => paths.payments({ state: 'created,requires_action,processing,unknown' })

/** The bills issued, and the money received and given back, in a month (`yyyy-mm`). */
export const billsOfMonth = (of: string) =>
  paths.bills({ state: issued, issue_date_from: `${of}-01`, issue_date_to: lastDayOf(of) })
export const paymentsOfMonth = (of: string) =>
  paths.payments({ moved_on_from: `${of}-01`, moved_on_to: lastDayOf(of) })

export const attentionList = (kind: Attention, now = today()) =>
  ({
    returned: () => paths.bills({ state: 'returned' }),
    disputed: () => paths.bills({ state: 'disputed' }),
    failed: () => paths.payments({ state: 'failed', created_at_from: addDays(now, -month) }),
    overdue: overdueBills,
    due_soon: () => paths.bills({ state: 'due_soon' }),
    unknown: () => paths.payments({ state: 'unknown' }),
    without_iban: () => paths.accounts({ iban: 'without' }),
  })[kind]()

const lastDayOf = (of: string) => addDays(`${addDays(`${of}-28`, 4).slice(0, 7)}-01`, -1)
