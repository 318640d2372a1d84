import { feature } from '../../feature.ts'
import { agentRoutes } from './routes.ts'

export const agents = feature({
  tables: {
    agent_customers: 'office',
    agents: 'office',
    commission_lines: 'nobody',
    commission_statements: 'nobody',
  },
  routes: agentRoutes,
})
