import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type RegisterRow = Reply<'GET /v1/books/register'>['items'][number]
export type JournalRow = Reply<'GET /v1/books/journal'>['items'][number]
export type CashRow = Reply<'GET /v1/books/cash'>['items'][number]
export type Closings = Reply<'GET /v1/books/closings/{id}'>

/** A condominium's cash today. */
export const cashQuery = (id: number) =>
  queryOptions({
    queryKey: ['books/cash', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/books/cash/{id}', { params: { id }, signal }),
  })

export const closingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['books/closings', id],
    queryFn: ({ signal }) => api('GET /v1/books/closings/{id}', { params: { id }, signal }),
  })

/** Refetches what depends on a closing or reopening. */
export const showClosings = () =>
  Promise.all(
    ['books/closings', 'books/cash', 'audit'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
  )
