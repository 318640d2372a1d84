import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Agent = Reply<'GET /v1/agents/{id}'>
export type AgentCustomer = Reply<'GET /v1/agents/assignments'>['items'][number]
export type CommissionMonth = Reply<'GET /v1/agents/commissions/{agent_id}/{month}'>

export const agentQuery = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/agents/{id}', { params: { id }, signal }),
  })

export const myAgentQuery = queryOptions({
  queryKey: ['agents', 'mine'],
  queryFn: ({ signal }) => api('GET /v1/agents/mine', { signal }),
})

/** The agents of a customer, past, present and future, latest first. */
export const agentsOfCustomerQuery = (customer_id: number) =>
  queryOptions({
    queryKey: ['agents', 'of-customer', customer_id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/agents/assignments', { query: { customer_id, limit: 200 }, signal })).items,
  })

export const commissionQuery = (agent_id: number, month: string) =>
  queryOptions({
    queryKey: ['agents', 'commission', agent_id, month],
    queryFn: ({ signal }) =>
      api('GET /v1/agents/commissions/{agent_id}/{month}', { params: { agent_id, month }, signal }),
  })
