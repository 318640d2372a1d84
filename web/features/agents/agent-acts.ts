import type { Contract } from '@saldo/contract/contract'
import { formatMonth } from '@saldo/domain/payments/commissions'
import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { isAborted } from '../../ui/feedback/is-aborted.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import {
  type Agent,
  type AgentCustomer,
  agentQuery,
  type CommissionMonth,
  commissionQuery,
} from './agent-query.ts'

/** Refetches everything that shows agents. */
const changed = () => queries.invalidateQueries({ queryKey: ['agents'] })

/** These reject with the server's error; its fields are shown at the form's. */
export async function saveAgent(body: Contract['PUT /v1/agents']['body']): Promise<Agent> {
  const agent = await api('PUT /v1/agents', { body })
  await keep(agent)
  return agent
}
export async function endAgent(agent_id: number, ended_on: string | null): Promise<void> {
  await keep(await api('PUT /v1/agents/ended/{id}', { params: { id: agent_id }, body: { ended_on } }))
}
export async function assign(body: Contract['POST /v1/agents/assignments']['body']): Promise<void> {
  await api('POST /v1/agents/assignments', { body })
  await changed()
}
export async function moveAssignment(id: number, body: { from_date: string; to_date: string | null }) {
  await api('PUT /v1/agents/assignments/{id}', { params: { id }, body })
  await changed()
}
export async function payMonth(body: Contract['POST /v1/agents/commissions/pay']['body']): Promise<void> {
  await cacheMonth(await api('POST /v1/agents/commissions/pay', { body }))
}

/** These report success and failure in a toast. */
export const removeAgent = ({ agent_id, name }: Agent) =>
  said(`${name} non è più fra gli agenti.`, async () => {
    await api('DELETE /v1/agents/{id}', { params: { id: agent_id } })
    queries.removeQueries({ queryKey: agentQuery(agent_id).queryKey })
  })
export const reactivate = ({ agent_id, name }: Agent) =>
  said(`${name} è di nuovo attivo: i clienti glieli assegni tu.`, () => endAgent(agent_id, null))
export const removeAssignment = ({ agent_customer_id, business_name, agent_name }: AgentCustomer) =>
  said(`${business_name} non è più fra i clienti di ${agent_name}.`, () =>
    api('DELETE /v1/agents/assignments/{id}', { params: { id: agent_customer_id } }),
  )
export const closeMonth = ({ agent_id, month }: CommissionMonth) =>
  said(`${formatMonth(month)} è chiuso.`, async () =>
    cacheMonth(await api('POST /v1/agents/commissions/close', { body: { agent_id, month } })),
  )
export const downloadMonth = ({ agent_id, month }: CommissionMonth, format: 'csv' | 'xlsx') =>
  said(null, async () => {
    const { blob, name } = await apiFile('GET /v1/agents/commissions/{agent_id}/{month}/export', {
      params: { agent_id, month },
      query: { format },
    })
    saveFile(blob, name)
  })

async function keep(agent: Agent): Promise<void> {
  queries.setQueryData(agentQuery(agent.agent_id).queryKey, agent)
  await changed()
}
async function cacheMonth(month: CommissionMonth): Promise<void> {
  queries.setQueryData(commissionQuery(month.agent_id, month.month).queryKey, month)
  await changed()
}

/** @returns whether it succeeded */
async function said(done: string | null, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
  } catch (error) {
    if (!isAborted(error)) alertToast(errorSentence(error), 'danger')
    return false
  }
  if (done) alertToast(done, 'success')
  await changed()
  return true
}
