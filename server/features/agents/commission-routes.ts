import * as contract from '@saldo/contract/reports/agents'
import type { Month } from '@saldo/domain/payments/commissions'
import type { Tx } from '../../db/connection.ts'
import { pageOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { commissionColumns } from './agent-columns.ts'
import { commissionMonth, monthsOf } from './commission-months.ts'
import { lineOf, linesOf, rateOf, statementsOf } from './commissions.sql.ts'

const listCommissions = serve(contract.listCommissions, async ({ tx, params, query }) => {
  return monthsOf(tx, params.agent_id, query)
})

const getCommission = serve(contract.getCommission, async ({ tx, params: { agent_id, month } }) => {
  return commissionMonth(tx, agent_id, month)
})

/** The listing of a month's lines, closed or not; 404 without the agent. */
async function linesIn(tx: Tx, agent_id: number, month: Month) {
  const rate = await rateOf(tx, agent_id)
  const [statement] = await statementsOf(tx, agent_id, [month])
  return linesOf(agent_id, month, { statement_id: statement?.statement_id ?? null, rate })
}

const listCommissionLines = serve(contract.listCommissionLines, async ({ tx, params, query }) => {
  const lines = await linesIn(tx, params.agent_id, params.month)
  const { items, next_cursor } = await pageOf(tx, lines, query)
  return { items: items.map(lineOf), next_cursor }
})

/** For an open month, base and commission are computed while the file is written. */
const columns: Record<string, ListColumn> = {
  ...commissionColumns,
  base_cents: { ...(commissionColumns.base_cents as ListColumn), value: (row) => lineOf(row).base_cents },
  commission_cents: {
    ...(commissionColumns.commission_cents as ListColumn),
    value: (row) => lineOf(row).commission_cents,
  },
}

const exportCommissionLines = serveAcross(
  contract.exportCommissionLines,
  async ({ as, services, params: { agent_id, month }, query }) => {
    const listing = await as((tx) => linesIn(tx, agent_id, month))
    return exportReply({ as, services, listing, query, columns, name: `provvigioni-${month}` })
  },
)

export const commissionRoutes = [listCommissions, getCommission, listCommissionLines, exportCommissionLines]
