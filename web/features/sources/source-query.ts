import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

type Found = Reply<'POST /v1/stripe/retrieve_sources/{owner_id?}'>
export type Source = Found['sources'][number]
export type Owner = Found['owners'][number]

/** Sources of an owner; 0: the user's own. */
export const sourcesQuery = (owner_id: number) =>
  queryOptions({
    queryKey: ['sources', owner_id],
    queryFn: ({ signal }) =>
      api('POST /v1/stripe/retrieve_sources/{owner_id?}', { params: { owner_id }, signal }),
  })

/** Planned debits of a person, soonest first. */
export const plannedDebitsQuery = (subject_id: number) =>
  queryOptions({
    queryKey: ['debits', 'planned', subject_id],
    queryFn: ({ signal }) =>
      api('GET /v1/debits', {
        query: { subject_id, state: 'planned,notified,started', sort: 'collect_on', limit: 20 },
        signal,
      }),
  })

export const refreshSources = () => queries.invalidateQueries({ queryKey: ['sources'] })
