import type { CommissionMonth } from '@saldo/contract/reports/agents'
import { today } from '@saldo/domain/dates'
import {
  commissionLine,
  type Month,
  monthOf,
  monthsBetween,
  statementOf,
} from '@saldo/domain/payments/commissions'
import type { Tx } from '../../db/connection.ts'
import {
  daysWithCustomers,
  feeSums,
  rateOf,
  type Statement,
  type Sums,
  statementsOf,
} from './commissions.sql.ts'

/** An agent's commissions for these months: closed ones as stored, others as they are now. 404 without agent. */
export async function commissionMonths(
  tx: Tx,
  agent_id: number,
  months: readonly Month[],
): Promise<CommissionMonth[]> {
  const rate = await rateOf(tx, agent_id)
  const closed = new Map((await statementsOf(tx, agent_id, months)).map((each) => [each.month, each]))
  const open = months.filter((month) => !closed.has(month))
  const sums = Map.groupBy(open.length > 0 ? await feeSums(tx, agent_id, open) : [], ({ month }) => month)
  return months.map((month) => {
    const statement = closed.get(month)
    return statement ? kept(agent_id, statement) : counted(agent_id, month, sums.get(month) ?? [], rate)
  })
}

export async function commissionMonth(tx: Tx, agent_id: number, month: Month): Promise<CommissionMonth> {
  const [one] = await commissionMonths(tx, agent_id, [month])
  return one as CommissionMonth
}

const kept = (agent_id: number, { statement_id: _ours, ...statement }: Statement): CommissionMonth => ({
  agent_id,
  ...statement,
})

const counted = (agent_id: number, month: Month, sums: readonly Sums[], rate: number): CommissionMonth => ({
  ...{ agent_id, month, status: month < monthOf(today()) ? ('open' as const) : ('running' as const) },
  ...statementOf(sums.map((each) => commissionLine(each, rate))),
  ...{ customers_count: sums.length, closed_at: null, paid_on: null, reference: null },
})

/** The months before `cursor` in which the agent had customers, up to the current one, latest first. */
export async function monthsOf(
  tx: Tx,
  agent_id: number,
  { limit, cursor }: { limit: number; cursor?: Month | undefined },
): Promise<{ items: CommissionMonth[]; next_cursor: Month | null }> {
  await rateOf(tx, agent_id)
  const days = await daysWithCustomers(tx, agent_id)
  const now = monthOf(today())
  const last = days?.last && monthOf(days.last) < now ? monthOf(days.last) : now
  const all = days ? monthsBetween(monthOf(days.first), last) : []
  const left = cursor === undefined ? all : all.filter((month) => month < cursor)
  const page = left.slice(0, limit)
  return {
    items: await commissionMonths(tx, agent_id, page),
    next_cursor: left.length > limit ? (page.at(-1) as Month) : null,
  }
}
