import type { CommissionLine } from '@saldo/contract/reports/agents'
import type { Day } from '@saldo/domain/dates'
import { commissionLine, firstDayOf, type Month } from '@saldo/domain/payments/commissions'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { notFound } from '../../http/errors.ts'

export type Statement = {
  statement_id: number
  month: Month
  status: 'closed' | 'paid'
  fees_cents: number
  reversed_cents: number
  base_cents: number
  commission_cents: number
  customers_count: number
  closed_at: string
  paid_on: Day | null
  reference: string | null
}
export type Sums = { month: Month; customer_id: number; fees_cents: number; reversed_cents: number }

/** The agent's rate; 404 if the agent does not exist. */
export async function rateOf(tx: Tx, agent_id: number): Promise<number> {
  const [agent] = await tx`select commission_bps from agents where agent_id = ${agent_id}`
  if (!agent) throw notFound('L’agente')
  return agent.commission_bps
}

/** The first and last day on which the agent had a customer. Last null: still; undefined: never. */
export async function daysWithCustomers(
  tx: Tx,
  agent_id: number,
): Promise<{ first: Day; last: Day | null } | undefined> {
  const [days] = await tx`
    select min(from_date) as first, nullif(max(coalesce(to_date, 'infinity')), 'infinity') as last
    from agent_customers where agent_id = ${agent_id}`
  return days?.first ? { first: days.first, last: days.last } : undefined
}

/** The agent's closed months among these. */
export async function statementsOf(tx: Tx, agent_id: number, months: readonly Month[]): Promise<Statement[]> {
  return tx<Statement[]>`
    select s.statement_id, to_char(s.month, 'YYYY-MM') as month, s.status, s.fees_cents, s.reversed_cents, s.base_cents,
      s.commission_cents, s.closed_at, s.paid_on, s.reference,
      (select count(*)::int from commission_lines l where l.statement_id = s.statement_id) as customers_count
    from commission_statements s
    where s.agent_id = ${agent_id} and s.month = any(${months.map(firstDayOf)}::date[])`
}

/**
 * The fees that the platform kept and returned for the agent's customers in each of these months, on the days of their
 * assignments; one row per month and customer. Read day by day from the index, so the number of earlier payments does
 * not matter.
 */
export const feeSums = (tx: Tx, agent_id: number, months: readonly Month[]) => tx<Sums[]>`
  select to_char(m.month, 'YYYY-MM') as month, f.customer_id,
    coalesce(sum(f.amount) filter (where f.kind = 'kept'), 0)::bigint as fees_cents,
    coalesce(-sum(f.amount) filter (where f.kind <> 'kept'), 0)::bigint as reversed_cents
  from unnest(${months.map(firstDayOf)}::date[]) as m (month)
  join agent_customers a on a.agent_id = ${agent_id}
    and a.from_date < m.month + interval '1 month' and (a.to_date is null or a.to_date >= m.month)
  join platform_fees f on f.customer_id = a.customer_id
    and f.day >= greatest(a.from_date, m.month)
    and f.day <= least(coalesce(a.to_date, 'infinity'), (m.month + interval '1 month')::date - 1)
  group by 1, 2`

/** A month's lines: as stored if it is closed (`statement_id`), else computed at the agent's current rate. */
export const linesOf = (
  agent_id: number,
  month: Month,
  { statement_id, rate }: { statement_id: number | null; rate: number },
): Listing<object> => ({
  select: (tx) =>
    statement_id === null
      ? tx`l.customer_id, c.business_name, l.fees_cents, l.reversed_cents, ${rate}::int as commission_bps, null as commission_cents`
      : tx`l.customer_id, l.business_name, l.fees_cents, l.reversed_cents, l.commission_bps, l.commission_cents`,
  from: (tx) =>
    statement_id === null
      ? tx`(${feeSums(tx, agent_id, [month])}) l join customers c using (customer_id)`
      : tx`(select * from commission_lines where statement_id = ${statement_id}) l`,
  id: (tx) => tx`l.customer_id`,
  id_name: 'customer_id',
  filters: {},
  sorts: {
    business_name: {
      sql: (tx) => (statement_id === null ? tx`c.business_name` : tx`l.business_name`),
      type: 'text',
      name: 'business_name',
    },
  },
  default_sort: 'business_name',
})

/** A row of `linesOf` with its commission; a closed month's is the stored one. */
export function lineOf(row: Row): CommissionLine {
  const { customer_id, business_name, commission_bps, commission_cents, ...sums } = row as CommissionLine
  const counted = commissionLine(sums, commission_bps)
  return {
    ...{ customer_id, business_name, commission_bps, ...counted },
    commission_cents: commission_cents ?? counted.commission_cents,
  }
}
