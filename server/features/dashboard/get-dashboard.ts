import * as contract from '@saldo/contract/reports/dashboard'
import type { Tx } from '../../db/connection.ts'
import { type Actor, actorMay } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import { latestPayments } from '../payments/latest-payments.ts'
import * as sql from './dashboard.sql.ts'

const latest = 8
const topAccounts = 8

/**
 * Reads everything in one round trip, with the actor's rights: a consumer sees figures of their own bills. Figures that
 * a sub-user may not see are not queried, and null instead of zero.
 */
export const getDashboard = serve(contract.getDashboard, async ({ tx, actor }) => {
  const [bills, payments, months, without_iban] = await Promise.all([
    actorMay(actor, 'bills:read') ? ofBills(tx, actor) : null,
    actorMay(actor, 'payments:read') ? ofPayments(tx) : null,
    sql.lastMonths(tx),
    seesAccounts(actor) ? sql.withoutIbanTally(tx) : none,
  ])
  const attention = [
    { kind: 'returned' as const, ...(bills?.returned ?? none) },
    { kind: 'disputed' as const, ...(bills?.disputed ?? none) },
    { kind: 'failed' as const, ...(payments?.failed ?? none) },
    { kind: 'overdue' as const, ...(bills?.overdue ?? none) },
    { kind: 'unknown' as const, ...(payments?.unknown ?? none) },
    { kind: 'due_soon' as const, ...(bills?.due_in_10_days ?? none) },
    { kind: 'without_iban' as const, ...without_iban, ...(bills ? {} : { amount: null }) },
  ].filter(({ count }) => count > 0)
  return {
    year: bills?.year ?? null,
    totals: bills?.totals ?? null,
    to_collect: bills?.to_collect ?? null,
    overdue: bills?.overdue ?? null,
    due_soon: bills?.due_soon ?? null,
    collected_today: payments?.collected_today ?? null,
    under_way: payments?.under_way ?? null,
    months: months.map(({ month, issued, collected }) => ({
      month,
      issued: bills ? issued : null,
      collected: payments ? collected : null,
    })),
    attention,
    latest_payments: payments?.latest_payments ?? null,
    accounts: bills?.accounts ?? null,
  }
})

const none = { count: 0, amount: 0 }

const seesAccounts = (actor: Actor) => actor.role !== 'consumer' && actorMay(actor, 'accounts:read')

async function ofBills(tx: Tx, actor: Actor) {
  const [ofYear, to_collect, due, returned, disputed, accounts] = await Promise.all([
    sql.totalsOfYear(tx),
    sql.toCollect(tx),
    sql.dueTallies(tx),
    sql.returnedTally(tx),
    // A payer is told about the dispute by the bank.
    actor.role === 'consumer' ? none : sql.disputedTally(tx),
    sql.accountsByResidue(tx, topAccounts),
  ])
  const { year, ...totals } = ofYear.count > 0 ? ofYear : { year: null, ...(await sql.totalsOfAll(tx)) }
  const { overdue, due_soon: due_in_10_days, within_30_days: due_soon } = due
  return { year, totals, to_collect, overdue, due_in_10_days, due_soon, returned, disputed, accounts }
}

async function ofPayments(tx: Tx) {
  const [tallies, latest_payments] = await Promise.all([sql.paymentTallies(tx), latestPayments(tx, latest)])
  return { ...tallies, latest_payments }
}
