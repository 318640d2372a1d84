import type { SearchResult } from '../../sections/section.ts'

/** The most units that are named. */
const named = 2

/** `Int. 4, scala A, Condominio Verdi (locazione)`; after the second unit `e altre`. Null: none. */
export function unitsWords(units: SearchResult['units']): string | null {
  if (units.length === 0) return null
  const words = units
    .slice(0, named)
    .map(({ unit_name, account_name, right_kind }) =>
      [unit_name, account_name].join(', ').concat(right_kind === 'tenant' ? ' (locazione)' : ''),
    )
  return words.join('; ') + (units.length > named ? ' e altre' : '')
}
