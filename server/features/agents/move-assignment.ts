import * as contract from '@saldo/contract/reports/agents'
import { addDays, type Day } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { serve } from '../../http/serve.ts'
import { refusingOverlap, requireActive, requireFree, requireOrder } from './assign-customer.ts'
import { assignmentDetail, noAssignment } from './assignments-list.ts'
import { type LockedAgent, lockAgent, requireOpenMonths } from './lock-agent.ts'

type Days = { from_date: Day; to_date: Day | null }
type Assignment = Days & { agent_customer_id: number; agent_id: number; customer_id: number }

export const moveAssignment = serve(contract.moveAssignment, async ({ tx, params: { id }, body }) => {
  const { agent, assignment } = await lockAssignment(tx, id)
  const { customer_id } = assignment
  const days = {
    from_date: body.from_date ?? assignment.from_date,
    to_date: body.to_date === undefined ? assignment.to_date : body.to_date,
  }
  requireOrder(days.from_date, days.to_date)
  // An agent who has left keeps no customer after their last day.
  if (agent.ended_on !== null && (days.to_date ?? lastOfAll) > agent.ended_on) requireActive(agent)
  requireUnclosed(agent, assignment, days)
  await requireFree(tx, { customer_id, ...days, but: id })
  await refusingOverlap(tx`
    update agent_customers set ${tx(days)}, updated_at = now() where agent_customer_id = ${id}`)
  return assignmentDetail(tx, id)
})

export const removeAssignment = serve(contract.removeAssignment, async ({ tx, params: { id } }) => {
  const { agent, assignment } = await lockAssignment(tx, id)
  requireOpenMonths(agent, assignment.from_date, 'from_date')
  await tx`delete from agent_customers where agent_customer_id = ${id}`
  return undefined
})

/** Locks the agent first, as closing a month does. */
async function lockAssignment(tx: Tx, id: number): Promise<{ agent: LockedAgent; assignment: Assignment }> {
  const [whose] = await tx`select agent_id from agent_customers where agent_customer_id = ${id}`
  if (!whose) throw noAssignment()
  const agent = await lockAgent(tx, whose.agent_id)
  const [assignment] = await tx<Assignment[]>`
    select agent_customer_id, agent_id, customer_id, from_date, to_date from agent_customers
    where agent_customer_id = ${id} for update`
  if (!assignment) throw noAssignment()
  return { agent, assignment }
}

/** 409 when the change would affect a day in a closed month. */
function requireUnclosed(agent: LockedAgent, was: Days, is: Days): void {
  if (is.from_date !== was.from_date)
    requireOpenMonths(agent, is.from_date < was.from_date ? is.from_date : was.from_date, 'from_date')
  const [ended, ends] = [was.to_date ?? lastOfAll, is.to_date ?? lastOfAll]
  if (ended !== ends) requireOpenMonths(agent, addDays(ended < ends ? ended : ends, 1), 'to_date')
}

const lastOfAll: Day = '2199-12-31'
