import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Movement = Reply<'GET /v1/transfers'>['items'][number]
export type MovementDetail = Reply<'GET /v1/transfers/{id}'>
export type Proposal = MovementDetail['live_proposals'][number]
export type Match = MovementDetail['matches'][number]
export type Candidate = Reply<'GET /v1/transfers/{id}/candidates'>['bills'][number]

export const transferQuery = (id: number) =>
  queryOptions({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/transfers/{id}', { params: { id }, signal }),
  })

export const candidatesQuery = (id: number, q: string) =>
  queryOptions({
    queryKey: ['transfers', 'candidates', id, q],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/transfers/{id}/candidates', { params: { id }, query: { q }, signal })).bills,
  })
