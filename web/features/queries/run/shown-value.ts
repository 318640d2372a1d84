import { formatDate, formatDateTime } from '@saldo/domain/dates'
import type { QueryResult } from '../queries-query.ts'

type Column = QueryResult['columns'][number]

/** A value of a result, as PostgreSQL writes it, in Italian. */
export function shownValue(text: string, { kind, name }: Pick<Column, 'kind' | 'name'>): string {
  if (kind === 'boolean') return text === 't' ? 'sì' : 'no'
  if (kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  if (kind === 'instant') {
    const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    return Number.isNaN(moment.getTime()) ? text : formatDateTime(moment.toISOString())
  }
  return kind === 'number' ? shownNumber(text, /(^|_)id$/.test(name)) : text
}

/**
 * All digits that count, in groups of three: `1.234,50`. Zeros that PostgreSQL adds to a fraction fall away, but two places
 * stay. Numbers that name something, such as `bill_id` or a year, have no groups.
 */
function shownNumber(text: string, isName: boolean): string {
  const [, minus, whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) return text.replace('.', ',')
  const places = (fraction ?? '').replace(/0+$/, '').padEnd(Math.min(2, fraction?.length ?? 0), '0')
  const grouped =
    isName || (places === '' && whole.length < 5) ? whole : whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${minus ? '−' : ''}${grouped}${places && `,${places}`}`
}
