import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

type Found = Reply<'GET /v1/autopays'>
export type Autopay = Found['autopays'][number]
export type Coverable = Found['coverable'][number]

/** Autopays of a person, and for the person where they could have one. */
export const autopaysQuery = (subject_id: number) =>
  queryOptions({
    queryKey: ['debits', 'autopays', subject_id],
    queryFn: ({ signal }) => api('GET /v1/autopays', { query: { subject_id }, signal }),
  })

/** The autopay of a bill's payer in its condominium, if there is one. */
export const billAutopayQuery = ({ subject_id, account_id }: { subject_id: number; account_id: number }) =>
  queryOptions({
    queryKey: ['debits', 'autopays', subject_id, account_id],
    queryFn: ({ signal }) => api('GET /v1/autopays', { query: { subject_id, account_id }, signal }),
  })

export const refreshAutopays = () => queries.invalidateQueries({ queryKey: ['debits'] })
