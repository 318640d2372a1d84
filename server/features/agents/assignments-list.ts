import type { AgentCustomer, listAgentCustomers } from '@saldo/contract/reports/agents'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { notFound } from '../../http/errors.ts'

type Filters = Omit<z.output<typeof listAgentCustomers.query>, 'sort' | 'limit' | 'cursor'>

/** Assignments of customers to agents; `q` searches customers. */
export const assignments: Listing<Filters> = {
  select: (tx) => tx`
    l.agent_customer_id, l.agent_id, a.name as agent_name, l.customer_id, c.business_name, c.city, l.from_date, l.to_date`,
  from: (tx) =>
    tx`agent_customers l join agents a using (agent_id) join customers c on c.customer_id = l.customer_id`,
  id: (tx) => tx`l.agent_customer_id`,
  id_name: 'agent_customer_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`c.folded`, containingWords(text)),
    ids: (tx, ids) => tx`l.agent_customer_id = any(${ids}::bigint[])`,
    agent_id: (tx, id) => tx`l.agent_id = ${id}`,
    customer_id: (tx, id) => tx`l.customer_id = ${id}`,
    current: (tx, current) =>
      tx`(l.from_date <= today() and (l.to_date is null or l.to_date >= today())) = ${current === '1'}`,
  },
  sorts: {
    from_date: { sql: (tx) => tx`l.from_date`, type: 'date' },
    business_name: { sql: (tx) => tx`c.business_name`, type: 'text', name: 'business_name' },
  },
  default_sort: '-from_date',
}

/** One assignment; 404 when there is none. */
export async function assignmentDetail(tx: Tx, agent_customer_id: number): Promise<AgentCustomer> {
  const [found] = await tx<AgentCustomer[]>`
    select ${assignments.select(tx)} from ${assignments.from(tx)} where l.agent_customer_id = ${agent_customer_id}`
  if (!found) throw noAssignment()
  return found
}

export const noAssignment = () => notFound('Questo cliente dell’agente')
