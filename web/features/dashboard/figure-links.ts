import { addDays, today } from '@saldo/domain/dates'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import type { Dashboard } from './dashboard-query.ts'

type Attention = Dashboard['attention'][number]['kind']

const issued = 'to_pay,due_soon,overdue,pending,partly_paid,returned,disputed,paid,refunded'
const month = 30

const yearOf = (year: number | null): Query =>
  year === null ? {} : { issue_date_from: `${year}-01-01`, issue_date_to: `${year}-12-31` }

/**
 * Links from each figure to its list, with exactly the filters of the figure; of one condominium, if the dashboard is
 * narrowed to it.
 */
export function figureLinks(account_id: string | null) {
  const of: Query = account_id === null ? {} : { account_id }
  const bills = (query: Query) => paths.bills({ ...query, ...of })
  const payments = (query: Query) => paths.payments({ ...query, ...of })
  /** The list of owed bills begins with the oldest due date, as *Bollette* does. */
  const owed = (query: Query) => bills({ ...query, sort: 'next_due_date' })
  const overdueBills = () => owed({ money: 'overdue' })
  return {
    issuedBills: (year: number | null) => bills({ state: issued, ...yearOf(year) }),
    unsettledBills: (year: number | null) => owed({ money: 'residue', ...yearOf(year) }),
    /** The bills to collect, of all years and of earlier years. */
    billsToCollect: () => owed({ money: 'residue' }),
    earlierBills: (year: number) => owed({ money: 'residue', issue_date_to: `${year - 1}-12-31` }),
    /** Received amounts count for the bills they paid, whichever year they came. */
    collectedBills: (year: number | null) => bills({ money: 'settled', ...yearOf(year) }),

    overdueBills,
    billsFallingDue: () => owed({ money: 'falling_due' }),
    paymentsOfToday: (now = today()) => payments({ moved_on_from: now, moved_on_to: now }),
    paymentsUnderWay: () => payments({ state: 'created,requires_action,processing,unknown' }),
    payments: () => payments({}),

    /** The bills issued, and the money received and given back, in a month (`yyyy-mm`). */
    billsOfMonth: (of: string) =>
      bills({ state: issued, issue_date_from: `${of}-01`, issue_date_to: lastDayOf(of) }),
    paymentsOfMonth: (of: string) => payments({ moved_on_from: `${of}-01`, moved_on_to: lastDayOf(of) }),

    attentionList: (kind: Attention, now = today()) =>
      ({
        returned: () => owed({ state: 'returned' }),
        disputed: () => bills({ state: 'disputed' }),
        failed: () => payments({ state: 'failed', created_at_from: addDays(now, -month) }),
        unmatched: () => paths.transfers({ state: 'to_match,partly', ...of }),
        overdue: overdueBills,
        due_soon: () => owed({ state: 'due_soon' }),
        unknown: () => payments({ state: 'unknown' }),
        without_iban: () =>
          account_id === null
            ? paths.accounts({ iban: 'without' })
            : paths.accountPage(Number(account_id), 'banca'),
      })[kind](),
  }
}
export type FigureLinks = ReturnType<typeof figureLinks>
/** A link to a list with the filters of a figure. */
export type FigureLink = ReturnType<FigureLinks['issuedBills'] | FigureLinks['payments']>

const lastDayOf = (of: string) => addDays(`${addDays(`${of}-28`, 4).slice(0, 7)}-01`, -1)
