import * as contract from '@saldo/contract/reports/agents'
import { addDays, type Day, formatDate } from '@saldo/domain/dates'
import postgres from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { assignmentDetail } from './assignments-list.ts'
import { type LockedAgent, lockAgents, requireOpenMonths } from './lock-agent.ts'

type Order = z.output<typeof contract.assignCustomer.body>

/**
 * Assigns a customer to an agent from a day on. With `replace`, the previous agent's assignment ends the day before.
 */
export const assignCustomer = serve(contract.assignCustomer, async ({ tx, body }) => {
  const { agent_id, customer_id, from_date, to_date = null } = body
  requireOrder(from_date, to_date)
  const [customer] = await tx`select customer_id from customers where customer_id = ${customer_id}`
  if (!customer) throw notFound('Il cliente')
  const before = body.replace ? await previousAssignment(tx, body) : undefined
  const locked = await lockAgents(tx, before ? [agent_id, before.agent_id] : [agent_id])
  const agent = locked.find((each) => each.agent_id === agent_id) as LockedAgent
  requireActive(agent)
  requireOpenMonths(agent, from_date, 'from_date')
  if (before) await endAssignment(tx, locked, before.agent_customer_id, from_date)
  await requireFree(tx, { customer_id, from_date, to_date })
  const [row] = await refusingOverlap(tx`
    insert into agent_customers ${tx({ agent_id, customer_id, from_date, to_date })} returning agent_customer_id`)
  return assignmentDetail(tx, row?.agent_customer_id)
})

/** 400 at the field unless the days are in order. */
export function requireOrder(from_date: Day, to_date: Day | null): void {
  if (to_date !== null && to_date < from_date)
    throw badInput({ to_date: 'L’ultimo giorno non può venire prima del primo.' })
}

export function requireActive({ name, ended_on }: LockedAgent): void {
  if (ended_on !== null)
    throw conflict('agent_ended', `${name} non è più agente dal ${formatDate(ended_on)}: prima riattivalo.`)
}

/** The agent who has the customer when the new assignment begins. */
async function previousAssignment(tx: Tx, { agent_id, customer_id, from_date }: Order) {
  const [before] = await tx<{ agent_id: number; agent_customer_id: number }[]>`
    select agent_id, agent_customer_id from agent_customers
    where customer_id = ${customer_id} and agent_id <> ${agent_id} and from_date < ${from_date}
      and (to_date is null or to_date >= ${from_date})`
  return before
}

async function endAssignment(
  tx: Tx,
  locked: readonly LockedAgent[],
  agent_customer_id: number,
  from_date: Day,
): Promise<void> {
  const [ended] = await tx`
    update agent_customers set to_date = ${addDays(from_date, -1)}, updated_at = now()
    where agent_customer_id = ${agent_customer_id} and from_date < ${from_date}
      and (to_date is null or to_date >= ${from_date})
    returning agent_id`
  const other = locked.find(({ agent_id }) => agent_id === ended?.agent_id)
  if (other) requireOpenMonths(other, from_date, 'from_date')
}

/**
 * 409 at the field when another agent has the customer on one of the days; says which. `but`: the assignment that is
 * being moved.
 */
export async function requireFree(
  tx: Tx,
  of: { customer_id: number; from_date: Day; to_date: Day | null; but?: number },
): Promise<void> {
  const [taken] = await tx`
    select a.name, l.from_date, l.to_date from agent_customers l join agents a using (agent_id)
    where l.customer_id = ${of.customer_id} and l.agent_customer_id is distinct from ${of.but ?? null}
      and daterange(l.from_date, l.to_date, '[]') && daterange(${of.from_date}::date, ${of.to_date}::date, '[]')
    order by l.from_date limit 1`
  if (!taken) return
  const until = taken.to_date ? ` al ${formatDate(taken.to_date)}` : ''
  throw overlap(`Dal ${formatDate(taken.from_date)}${until} questo cliente è già di ${taken.name}.`)
}

const overlap = (sentence: string) => conflict('already_assigned', sentence, { from_date: sentence })

/** If two requests assign the same customer at the same time, the second gets the usual refusal. */
export async function refusingOverlap<Result>(query: PromiseLike<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.constraint_name === 'one_agent_at_a_time')
      throw overlap('In questi giorni il cliente è già di un altro agente: ricarica e guarda di chi.')
    throw error
  }
}
