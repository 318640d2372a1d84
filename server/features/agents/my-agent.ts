import * as contract from '@saldo/contract/reports/agents'
import type { z } from 'zod'
import { serve } from '../../http/serve.ts'

/** Row-level security shows an office only its current agent, and only these columns. */
export const myAgent = serve(contract.myAgent, async ({ tx }) => {
  const [agent] = await tx<z.infer<typeof contract.AgentContact>[]>`
    select a.name, a.email, a.phone, c.from_date from agent_customers c join agents a on a.agent_id = c.agent_id`
  return { agent: agent ?? null }
})
