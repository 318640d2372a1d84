import * as contract from '@saldo/contract/reports/agents'
import { addDays, type Day, formatDate, today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { agentDetail } from './agents-list.ts'
import { type LockedAgent, lockAgent, requireOpenMonths } from './lock-agent.ts'

/** Ends an agent together with their assignments. Commissions earned until then can still be closed and paid. */
export const endAgent = serve(contract.endAgent, async ({ tx, params: { id }, body: { ended_on } }) => {
  const agent = await lockAgent(tx, id)
  if (ended_on !== null) await endAssignments(tx, agent, ended_on)
  await tx`update agents set ended_on = ${ended_on}, updated_at = now() where agent_id = ${id}`
  return agentDetail(tx, id)
})

async function endAssignments(tx: Tx, agent: LockedAgent, ended_on: Day): Promise<void> {
  if (ended_on > today()) throw badInput({ ended_on: 'Scrivi l’ultimo giorno: non può essere nel futuro.' })
  const [later] = await tx`
    select c.business_name, a.from_date from agent_customers a join customers c using (customer_id)
    where a.agent_id = ${agent.agent_id} and a.from_date > ${ended_on} order by a.from_date limit 1`
  if (later) {
    const sentence = `${later.business_name} è un suo cliente dal ${formatDate(later.from_date)}: scegli un giorno da allora in poi.`
    throw conflict('customers_after', sentence, { ended_on: sentence })
  }
  const { count } = await tx`
    update agent_customers set to_date = ${ended_on}, updated_at = now()
    where agent_id = ${agent.agent_id} and (to_date is null or to_date > ${ended_on})`
  if (count > 0) requireOpenMonths(agent, addDays(ended_on, 1), 'ended_on')
}

/** Deletes an agent who never had a customer; others can only be ended, so that their history stays. */
export const removeAgent = serve(contract.removeAgent, async ({ tx, params: { id } }) => {
  const { name } = await lockAgent(tx, id)
  const [had] = await tx`
    select exists (select from agent_customers where agent_id = ${id})
      or exists (select from commission_statements where agent_id = ${id}) as something`
  if (had?.something)
    throw conflict(
      'has_history',
      `${name} ha avuto clienti o mesi chiusi, che devono restare: segna il suo ultimo giorno invece di eliminarlo.`,
    )
  await tx`delete from agents where agent_id = ${id}`
  return undefined
})
