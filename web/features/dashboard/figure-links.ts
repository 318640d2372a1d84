import { addDays, today } from '@saldo/domain/dates'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import type { Dashboard } from './dashboard-query.ts'

/** The list behind each figure, filtered to exactly what the figure counts. */
type Attention = Dashboard['attention'][number]['kind']

const issued = 'to_pay,due_soon,overdue,pending,partly_paid,returned,disputed,paid,refunded'
const month = 30

const yearOf = (year: number | null): Query =>
  year === null ? {} : { issue_date_from: `${year}-01-01`, issue_date_to: `${year}-12-31` }

export const issuedBills = (year: number | null) => paths.bollette({ state: issued, ...yearOf(year) })
export const unsettledBills = (year: number | null) => paths.bollette({ money: 'residue', ...yearOf(year) })
/** Of all years, and of those before this one. */
export const billsToCollect = () => paths.bollette({ money: 'residue' })
export const earlierBills = (year: number) =>
  paths.bollette({ money: 'residue', issue_date_to: `${year - 1}-12-31` })
/** What came in is counted by the bills it paid, whichever year the money came. */
export const collectedBills = (year: number | null) => paths.bollette({ money: 'settled', ...yearOf(year) })

export const overdueBills = () => paths.bollette({ money: 'overdue' })
export const billsDueWithinMonth = (now = today()) =>
  paths.bollette({
    money: 'residue',
    next_due_date_from: now,
    next_due_date_to: addDays(now, month),
  })
export const paymentsOfToday = (now = today()) => paths.transazioni({ moved_on_from: now, moved_on_to: now })
export const paymentsUnderWay = () =>
  paths.transazioni({ state: 'created,requires_action,processing,unknown' })

/** Of a month, `yyyy-mm`: what was issued, what came in and went back. */
export const billsOfMonth = (of: string) =>
  paths.bollette({ state: issued, issue_date_from: `${of}-01`, issue_date_to: lastDayOf(of) })
export const paymentsOfMonth = (of: string) =>
  paths.transazioni({ moved_on_from: `${of}-01`, moved_on_to: lastDayOf(of) })

export const attentionList = (kind: Attention, now = today()) =>
  ({
    returned: () => paths.bollette({ state: 'returned' }),
    failed: () => paths.transazioni({ state: 'failed', created_at_from: addDays(now, -month) }),
    overdue: overdueBills,
    due_soon: () => paths.bollette({ state: 'due_soon' }),
    unknown: () => paths.transazioni({ state: 'unknown' }),
    without_iban: () => paths.condomini({ iban: 'without' }),
  })[kind]()

const lastDayOf = (of: string) => addDays(`${addDays(`${of}-28`, 4).slice(0, 7)}-01`, -1)
