import * as contract from '@saldo/contract/reports/agents'
import { summaryOf } from '../../db/listing.ts'
import { exportReply } from '../../exports/export-reply.ts'
import type { Route } from '../../http/serve.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { agentColumns, assignmentColumns } from './agent-columns.ts'
import { agentDetail, agents, toPay } from './agents-list.ts'
import { assignCustomer } from './assign-customer.ts'
import { assignments } from './assignments-list.ts'
import { closeMonth } from './close-month.ts'
import { commissionRoutes } from './commission-routes.ts'
import { endAgent, removeAgent } from './end-agent.ts'
import { moveAssignment, removeAssignment } from './move-assignment.ts'
import { myAgent } from './my-agent.ts'
import { payCommission } from './pay-commission.ts'
import { saveAgent } from './save-agent.ts'

const listAgents = serveList(contract.listAgents, agents)

const summariseAgents = serve(contract.summariseAgents, async ({ tx, query }) => {
  const { count, to_pay_cents } = await summaryOf(
    tx,
    agents,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(${toPay(of)}), 0)::bigint as to_pay_cents`,
  )
  return { count, to_pay_cents }
})

const exportAgents = serveAcross(contract.exportAgents, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: agents,
    query,
    columns: agentColumns,
    name: 'agenti',
  }),
)

const getAgent = serve(contract.getAgent, async ({ tx, params }) => {
  return agentDetail(tx, params.id)
})

const listAgentCustomers = serveList(contract.listAgentCustomers, assignments)

const summariseAgentCustomers = serve(contract.summariseAgentCustomers, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, assignments, query, (of) => of`count(*)::int as count`)
  return { count }
})

const exportAgentCustomers = serveAcross(contract.exportAgentCustomers, ({ as, services, query }) =>
  exportReply({
    ...{ as, services, listing: assignments, query },
    ...{ columns: assignmentColumns, name: 'clienti-degli-agenti' },
  }),
)

export const agentRoutes: Route[] = [
  listAgents,
  summariseAgents,
  exportAgents,
  myAgent,
  getAgent,
  saveAgent,
  endAgent,
  removeAgent,
  listAgentCustomers,
  summariseAgentCustomers,
  exportAgentCustomers,
  assignCustomer,
  moveAssignment,
  removeAssignment,
  ...commissionRoutes,
  closeMonth,
  payCommission,
]
