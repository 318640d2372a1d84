import { addDays, type Day, formatDate } from '@saldo/domain/dates'
import { lastDayOf } from '@saldo/domain/payments/commissions'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'

/** `closed_through`: the last day of the latest closed month; assignments up to that day cannot change. */
export type LockedAgent = {
  agent_id: number
  name: string
  commission_bps: number
  ended_on: Day | null
  closed_through: Day | null
}

/**
 * Locks agents in the order of their ids. Closing a month and changing assignments need this lock, so that they happen
 * one after the other. 404 when one does not exist.
 */
export async function lockAgents(tx: Tx, agent_ids: readonly number[]): Promise<LockedAgent[]> {
  const ids = [...new Set(agent_ids)]
  const locked = await tx`
    select agent_id from agents where agent_id = any(${ids}::bigint[]) order by agent_id for update`
  if (locked.length < ids.length) throw notFound('L’agente')
  const rows = await tx<(Omit<LockedAgent, 'closed_through'> & { closed_month: string | null })[]>`
    select a.agent_id, a.name, a.commission_bps, a.ended_on,
      (select to_char(max(s.month), 'YYYY-MM') from commission_statements s where s.agent_id = a.agent_id) as closed_month
    from agents a where a.agent_id = any(${ids}::bigint[])`
  return rows.map(({ closed_month, ...agent }) => ({
    ...agent,
    closed_through: closed_month && lastDayOf(closed_month),
  }))
}

export async function lockAgent(tx: Tx, agent_id: number): Promise<LockedAgent> {
  const [agent] = await lockAgents(tx, [agent_id])
  if (!agent) throw notFound('L’agente')
  return agent
}

/** 409 at the field when something that begins on `day` would change a closed month. */
export function requireOpenMonths(
  { name, closed_through }: LockedAgent,
  day: Day,
  field: 'from_date' | 'to_date' | 'ended_on',
): void {
  if (closed_through === null || day > closed_through) return
  const first = formatDate(field === 'from_date' ? addDays(closed_through, 1) : closed_through)
  const sentence = `I mesi di ${name} sono chiusi fino al ${formatDate(closed_through)}: scegli una data dal ${first} in poi.`
  throw conflict('month_closed', sentence, { [field]: sentence })
}
