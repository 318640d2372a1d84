import * as contract from '@saldo/contract/reports/dashboard'
import type { Tx } from '../../db/connection.ts'
import { type Actor, actorMay } from '../../http/actor.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { latestPayments } from '../payments/latest-payments.ts'
import * as sql from './dashboard.sql.ts'
import { lastMonths } from './last-months.ts'

const latest = 8
const topAccounts = 8

/**
 * Reads everything in one round trip, with the actor's rights: a consumer sees figures of their own bills. Figures that
 * a sub-user may not see are not queried, and null instead of zero. A condominium in the query narrows every figure to
 * it.
 */
export const getDashboard = serve(contract.getDashboard, async ({ tx, actor, query }) => {
  const of = { account_id: query.account_id }
  if (of.account_id !== undefined) await mustSeeAccount(tx, of.account_id)
  const [bills, payments, months, without_iban, unmatched] = await Promise.all([
    actorMay(actor, 'bills:read') ? ofBills(tx, actor, of) : null,
    actorMay(actor, 'payments:read') ? ofPayments(tx, of) : null,
    lastMonths(tx, of),
    seesAccounts(actor) ? sql.withoutIbanTally(tx, of) : none,
    matches(actor) ? sql.unmatchedTally(tx, of) : none,
  ])
  const attention = [
    { kind: 'returned' as const, ...(bills?.returned ?? none) },
    { kind: 'disputed' as const, ...(bills?.disputed ?? none) },
    { kind: 'failed' as const, ...(payments?.failed ?? none) },
    { kind: 'unmatched' as const, ...unmatched },
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
    corrected_today: payments?.corrected_today ?? null,
    under_way: payments?.under_way ?? null,
    months: months.map(({ month, issued, collected, corrected }) => ({
      month,
      issued: bills ? issued : null,
      collected: payments ? collected : null,
      corrected: payments ? corrected : null,
    })),
    attention,
    latest_payments: payments?.latest_payments ?? null,
    accounts: bills?.accounts ?? null,
  }
})

async function mustSeeAccount(tx: Tx, account_id: number): Promise<void> {
  const [seen] = await tx`select from accounts where account_id = ${account_id}`
  if (!seen) throw notFound('Il condominio')
}

const none = { count: 0, amount: 0 }

const seesAccounts = (actor: Actor) => actor.role !== 'consumer' && actorMay(actor, 'accounts:read')

/** Whoever works in an office: nobody else sees its bank accounts. */
const matches = (actor: Actor) =>
  actor.role !== 'consumer' && actor.customer_id !== null && actorMay(actor, 'payments:read')

async function ofBills(tx: Tx, actor: Actor, of: sql.Of) {
  const [ofYear, to_collect, due, returned, disputed, accounts] = await Promise.all([
    sql.totalsOfYear(tx, of),
    sql.toCollect(tx, of),
    sql.dueTallies(tx, of),
    sql.returnedTally(tx, of),
    // A payer is told about the dispute by the bank.
    actor.role === 'consumer' ? none : sql.disputedTally(tx, of),
    sql.accountsByResidue(tx, of, topAccounts),
  ])
  const { year, ...totals } = ofYear.count > 0 ? ofYear : { year: null, ...(await sql.totalsOfAll(tx, of)) }
  const { overdue, due_soon: due_in_10_days, within_30_days: due_soon } = due
  return { year, totals, to_collect, overdue, due_in_10_days, due_soon, returned, disputed, accounts }
}

async function ofPayments(tx: Tx, of: sql.Of) {
  const [tallies, latest_payments] = await Promise.all([
    sql.paymentTallies(tx, of),
    latestPayments(tx, latest, of),
  ])
  return { ...tallies, latest_payments }
}
