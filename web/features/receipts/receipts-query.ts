import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Input, type Reply } from '../../api.ts'

export type SavedLayout = Reply<'GET /v1/receipt-layouts'>['items'][number]
export type Layout = Omit<SavedLayout, 'layout_id' | 'name' | 'updated_at'>
export type Preview = Reply<'POST /v1/receipts-exports/preview'>
export type Asked = { account_id?: number; from: string; to: string }

/** The layout alone, without what belongs to the saved record. */
export const layoutOf = ({ columns, rows, separator, decimal, date_format, charset }: Layout): Layout => ({
  ...{ columns: columns.map(({ column, header }) => ({ column, header })), rows, separator, decimal },
  ...{ date_format, charset },
})

export const layoutsQuery = queryOptions({
  queryKey: ['receipt-layouts'],
  queryFn: async ({ signal }) => (await api('GET /v1/receipt-layouts', { signal })).items,
})

export const previewQuery = (asked: Asked, layout: Layout) =>
  queryOptions({
    queryKey: ['payments', 'receipts-preview', asked, layout],
    queryFn: ({ signal }) =>
      api('POST /v1/receipts-exports/preview', { body: { ...asked, layout } as Body, signal }),
    placeholderData: keepPreviousData,
  })
type Body = NonNullable<Exclude<Input<'POST /v1/receipts-exports/preview'>['body'], FormData>>

/** Polling interval in milliseconds, in case no live events arrive. */
const looksEvery = 1500

/** The files of receipts made last. */
export const latestExportsQuery = queryOptions({
  queryKey: ['flows', 'latest', 'receipts_export'],
  queryFn: async ({ signal }) =>
    (
      await api('GET /v1/flows', {
        query: { kind: 'receipts_export', sort: '-created_at', limit: 6 },
        signal,
      })
    ).items,
  refetchInterval: ({ state }) => (state.data?.some((flow) => flow.state === 'writing') ? looksEvery : false),
})
