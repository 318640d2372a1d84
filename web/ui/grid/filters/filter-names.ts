import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Filter, Query } from '../list.ts'

/** The names of a filter's parameters, in the URL and in requests. */
export function namesOf(filter: Filter): [string] | [string, string] {
  if (filter.kind === 'dates') return [`${filter.id}_from`, `${filter.id}_to`]
  if (filter.kind === 'amounts') return [`${filter.id}_min`, `${filter.id}_max`]
  return [filter.id]
}

export const isActive = (filter: Filter, filters: Query) => namesOf(filter).some((name) => filters[name])

/**
 * The text of a chip after its label: “fino al 31/10/2026”. The caller fetches the name of a reference. `whole`: names
 * all of several values.
 */
export function valueInWords(filter: Filter, filters: Query, whole = false): string {
  const [first, second = ''] = namesOf(filter).map((name) => filters[name] ?? '') as [string, string?]
  if (filter.kind === 'dates')
    return between(first && formatDate(first), second && formatDate(second), ['dal', 'fino al', 'al'])
  if (filter.kind === 'amounts')
    return between(first && euro(first), second && euro(second), ['da', 'fino a', 'a'])
  if (filter.kind === 'enum' || filter.kind === 'choice') {
    const words = first
      .split(',')
      .map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
    return words.length > 2 && !whole
      ? `${words.slice(0, 2).join(', ')} e altri ${words.length - 2}`
      : words.join(', ')
  }
  if (filter.kind === 'day') return first && formatDate(first)
  return first
}

const euro = (cents: string) => (/^-?\d+$/.test(cents) ? formatEuro(Number(cents)) : cents)

function between(from: string, to: string, [since, until, and]: [string, string, string]) {
  if (from && to) return `${since} ${from} ${and} ${to}`
  return from ? `${since} ${from}` : `${until} ${to}`
}
