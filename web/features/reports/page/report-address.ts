import { today } from '@saldo/domain/dates'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import type { Query } from '../../../ui/grid/list.ts'

export type ReportFilters = {
  from: string
  to: string
  compare: 'before' | 'year_before'
  account_ids: readonly string[]
}

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
/** The month `yyyy-mm` that lies so many months from another. */
export const monthFrom = (month: string, months: number) => {
  const number = numberOf(month) + months
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
export const monthsBetween = (from: string, to: string) => numberOf(to) - numberOf(from) + 1

const isMonth = (text: string | undefined): text is string => /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? '')
const longest = 36

/** The filters that an address names; what it does not name, or names wrongly, is the last twelve months, of all condominiums. */
export function filtersOf(query: Query, day = today()): ReportFilters {
  const to = isMonth(query.al) ? query.al : day.slice(0, 7)
  const given = isMonth(query.dal) ? query.dal : monthFrom(to, -11)
  const length = monthsBetween(given, to)
  const from = length < 1 || length > longest ? monthFrom(to, -11) : given
  const account_ids = (query.condomini ?? '').split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id))
  return { from, to, compare: query.confronto === 'before' ? 'before' : 'year_before', account_ids }
}

/** The filters as search parameters of the address. */
export const addressOf = ({ from, to, compare, account_ids }: ReportFilters): Query => ({
  ...{ dal: from, al: to },
  ...(compare === 'before' ? { confronto: 'before' } : {}),
  ...(account_ids.length > 0 ? { condomini: account_ids.join(',') } : {}),
})

/** The filters as the API takes them. */
export const queryOf = ({ from, to, compare, account_ids }: ReportFilters) => ({
  ...{ from, to, compare },
  ...(account_ids.length > 0 ? { account_ids: account_ids.join(',') } : {}),
})

/** The filters of the page, which are in its address, and how to change them. */
export function useReportFilters() {
  const navigate = useNavigate()
  const filters = filtersOf(useSearch({ strict: false }) as Query)
  return {
    filters,
    change: (changed: Partial<ReportFilters>) =>
      void navigate({ ...paths.report(addressOf({ ...filters, ...changed })), replace: true }),
  }
}

/** The usual periods, as from and to. */
export const usualPeriods = (day = today()) => {
  const now = day.slice(0, 7)
  const year = now.slice(0, 4)
  return [
    { value: 'last_12', label: 'Ultimi 12 mesi', from: monthFrom(now, -11), to: now },
    { value: 'month', label: 'Questo mese', from: now, to: now },
    { value: 'last_month', label: 'Mese scorso', from: monthFrom(now, -1), to: monthFrom(now, -1) },
    { value: 'last_3', label: 'Ultimi 3 mesi', from: monthFrom(now, -2), to: now },
    { value: 'year', label: 'Quest’anno', from: `${year}-01`, to: now },
    {
      value: 'last_year',
      label: 'Anno scorso',
      from: `${Number(year) - 1}-01`,
      to: `${Number(year) - 1}-12`,
    },
  ]
}
