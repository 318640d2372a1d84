import { feature } from '../../feature.ts'
import { agentRoutes } from './routes.ts'

export const agents = feature({
  tables: ['agent_customers', 'agents', 'commission_lines', 'commission_statements'],
  routes: agentRoutes,
})
