import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'
import { queryOf, type ReportFilters } from './report-address.ts'

export type MonthsReport = Reply<'GET /v1/reports/months'>
export type MonthFigures = MonthsReport['months'][number]
export type ReportFigures = Reply<'GET /v1/reports/figures'>
export type AccountReport = Reply<'GET /v1/reports/accounts'>['items'][number]
export type TimeToPay = Reply<'GET /v1/reports/time-to-pay'>

/** Keys begin with `payments`: money that comes in makes open reports read it again. */
const key = (part: string, filters: ReportFilters) => ['payments', 'report', part, queryOf(filters)] as const

export const monthsQuery = (filters: ReportFilters) =>
  queryOptions({
    queryKey: key('months', filters),
    queryFn: ({ signal }) => api('GET /v1/reports/months', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })

export const figuresQuery = (filters: ReportFilters) =>
  queryOptions({
    queryKey: key('figures', filters),
    queryFn: ({ signal }) => api('GET /v1/reports/figures', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })

export const timeToPayQuery = (filters: ReportFilters) =>
  queryOptions({
    queryKey: key('time', filters),
    queryFn: ({ signal }) => api('GET /v1/reports/time-to-pay', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })

export const accountTotalsQuery = (filters: ReportFilters) =>
  queryOptions({
    queryKey: key('totals', filters),
    queryFn: ({ signal }) => api('GET /v1/reports/accounts/summary', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })

export const accountsQuery = (filters: ReportFilters) =>
  infiniteQueryOptions({
    queryKey: key('accounts', filters),
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/reports/accounts', {
        query: { ...queryOf(filters), limit: 200, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
