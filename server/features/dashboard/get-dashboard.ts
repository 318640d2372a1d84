import * as contract from '@saldo/contract/dashboard'
import { serve } from '../../http/serve.ts'
import { latestPayments } from '../payments/latest-payments.ts'
import * as sql from './dashboard.sql.ts'

const latest = 8
const topAccounts = 8

/** Asked in one round; each figure is of what the actor may see, so a consumer reads about their own bills. */
export const getDashboard = serve(contract.getDashboard, async ({ tx, actor }) => {
  const [ofYear, to_collect, due, returned, payments, months, accounts, without_iban, latest_payments] =
    await Promise.all([
      sql.totalsOfYear(tx),
      sql.toCollect(tx),
      sql.dueTallies(tx),
      sql.returnedTally(tx),
      sql.paymentTallies(tx),
      sql.lastMonths(tx),
      sql.accountsByResidue(tx, topAccounts),
      sql.withoutIbanTally(tx),
      latestPayments(tx, latest),
    ])
  const { year, ...totals } = ofYear.count > 0 ? ofYear : { year: null, ...(await sql.totalsOfAll(tx)) }
  const attention = [
    { kind: 'returned' as const, ...returned },
    { kind: 'failed' as const, ...payments.failed },
    { kind: 'overdue' as const, ...due.overdue },
    { kind: 'unknown' as const, ...payments.unknown },
    { kind: 'due_soon' as const, ...due.due_soon },
    ...(actor.role === 'consumer' ? [] : [{ kind: 'without_iban' as const, ...without_iban }]),
  ].filter(({ count }) => count > 0)
  return {
    year,
    totals,
    to_collect,
    overdue: due.overdue,
    due_soon: due.within_30_days,
    collected_today: payments.collected_today,
    under_way: payments.under_way,
    months,
    attention,
    latest_payments,
    accounts,
  }
})
