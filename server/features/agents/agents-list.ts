import type { Agent, listAgents } from '@saldo/contract/reports/agents'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { notFound } from '../../http/errors.ts'

type Filters = Omit<z.output<typeof listAgents.query>, 'sort' | 'limit' | 'cursor'>

/** The back office's agents. No other role reads the table, so the text index can be used directly. */
export const agents: Listing<Filters> = {
  select: (tx) => tx`
    a.agent_id, a.name, a.firstname, a.lastname, a.business_name, a.fiscal_code, a.vat_number, a.email, a.phone,
    a.commission_bps, case when a.ended_on is null then 'active' else 'ended' end as status, a.ended_on,
    (select count(*)::int from agent_customers c
      where c.agent_id = a.agent_id and c.from_date <= today() and (c.to_date is null or c.to_date >= today())) as customers_count,
    ${toPay(tx)} as to_pay_cents, a.created_at, a.updated_at`,
  from: (tx) => tx`agents a`,
  id: (tx) => tx`a.agent_id`,
  id_name: 'agent_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`a.folded`, containingWords(text)),
    ids: (tx, ids) => tx`a.agent_id = any(${ids}::bigint[])`,
    status: (tx, status) => (status === 'active' ? tx`a.ended_on is null` : tx`a.ended_on is not null`),
  },
  sorts: {
    name: { sql: (tx) => tx`a.name`, type: 'text', name: 'name' },
    created_at: { sql: (tx) => tx`a.created_at`, type: 'timestamptz' },
  },
  default_sort: 'name',
}

/** Cents of closed months that are not paid yet. */
export const toPay = (tx: Tx) => tx`
  (select coalesce(sum(s.commission_cents), 0)::bigint from commission_statements s
    where s.agent_id = a.agent_id and s.status = 'closed')`

/** One agent; 404 when there is none. */
export async function agentDetail(tx: Tx, agent_id: number): Promise<Agent> {
  const [agent] = await tx<Agent[]>`
    select ${agents.select(tx)} from ${agents.from(tx)} where a.agent_id = ${agent_id}`
  if (!agent) throw notFound('L’agente')
  return agent
}
