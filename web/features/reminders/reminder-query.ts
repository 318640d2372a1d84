import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { ApiError } from '../../api-error.ts'

export type Reminder = Reply<'GET /v1/reminders'>['items'][number]
export type Preview = Reply<'POST /v1/reminders/preview'>
export type Run = Reply<'POST /v1/reminders/send'>
export type Letter = Reply<'GET /v1/reminders/preview/{bill_id}'>
export type Sequence = Reply<'GET /v1/reminders/sequence'>

/** Which bills: by id, or all of a condominium. */
export type Selection = { account_id: number } | { bill_ids: number[] }

/** One reminder, loaded by id if the list does not contain it. */
export const reminderQuery = (id: number) =>
  queryOptions({
    queryKey: ['reminders', 'one', id],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /v1/reminders', { query: { ids: id }, signal })
      if (items[0]) return items[0]
      throw new ApiError(404, { error: 'not_found', error_description: 'Questo sollecito non c’è.' })
    },
  })

export const previewQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['reminders', 'preview', selection],
    queryFn: ({ signal }) => api('POST /v1/reminders/preview', { body: selection, signal }),
    // Always fresh: shown before an act that cannot be undone.
    staleTime: 0,
    retry: false,
  })

/** The letter that the holder of this bill would get, as it is read. */
export const letterQuery = (bill_id: number) =>
  queryOptions({
    queryKey: ['reminders', 'letter', bill_id],
    queryFn: ({ signal }) => api('GET /v1/reminders/preview/{bill_id}', { params: { bill_id }, signal }),
    staleTime: 0,
    retry: false,
  })

/** The runs that can still be cancelled, whoever prepared them. */
export const leavingQuery = queryOptions({
  queryKey: ['reminders', 'leaving'],
  queryFn: async ({ signal }) => {
    const { items } = await api('GET /v1/reminders', { query: { state: ['leaving'], limit: 200 }, signal })
    const ids = [...new Set(items.map(({ run_id }) => run_id))]
    const runs = await Promise.all(
      ids.map((id) => api('GET /v1/reminders/run/{id}', { params: { id }, signal })),
    )
    return runs.filter(({ state }) => state === 'waiting')
  },
  refetchInterval: ({ state }) => (state.data?.length ? 2000 : false),
})

/** `account_id` null: the office's. */
export const sequenceQuery = (account_id: number | null) =>
  queryOptions({
    queryKey: ['reminders', 'sequence', account_id],
    queryFn: ({ signal }) =>
      account_id === null
        ? api('GET /v1/reminders/sequence', { signal })
        : api('GET /v1/reminders/sequence/{id}', { params: { id: account_id }, signal }),
    staleTime: 0,
  })
