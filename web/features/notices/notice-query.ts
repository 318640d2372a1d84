import { openNoticeStates } from '@saldo/domain/payments/notice'
import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Notice = Reply<'GET /v1/notices'>['items'][number]
export type NoticeDetail = Reply<'GET /v1/notices/{id}'>

export const noticeQuery = (id: number) =>
  queryOptions({
    queryKey: ['notices', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/notices/{id}', { params: { id }, signal }),
  })

/** The notice by which a bill may still be paid at the bank; null without one. */
export const openNoticeQuery = (bill_id: number) =>
  queryOptions({
    queryKey: ['notices', 'open-of-bill', bill_id],
    queryFn: async ({ signal }) => {
      const query = { bill_id, state: openNoticeStates.join(','), limit: 1 }
      return (await api('GET /v1/notices', { query, signal })).items[0] ?? null
    },
  })

/** Refetches what new or recalled notices show in. */
export const refreshNotices = () =>
  Promise.all(['notices', 'flows', 'bills'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })))
