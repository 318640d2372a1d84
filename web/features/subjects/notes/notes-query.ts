import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'

export type Note = Reply<'GET /v1/notes'>['items'][number]

/** Notes and calls about a person, the latest first; `call_back: 'open'`: only those to be called back. */
export const notesQuery = (subject_id: number, only: { call_back?: 'open' } = {}) =>
  infiniteQueryOptions({
    queryKey: ['subjects', 'notes', subject_id, only],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/notes', {
        query: { subject_id, ...only, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const refetchNotes = () => queries.invalidateQueries({ queryKey: ['subjects', 'notes'] })
