import { formatDate } from '@saldo/domain/dates'
import { wholeness } from '@saldo/domain/registry/shares'
import { rightNames } from '@saldo/domain/right-holder'
import type { RightHolder, Unit, WeightTable } from './register-query.ts'

export const unitUseNames: Record<Unit['use'], string> = {
  home: 'Abitazione',
  shop: 'Negozio',
  office: 'Ufficio',
  garage: 'Box o posto auto',
  cellar: 'Cantina',
  other: 'Altro',
}
export const tableKindNames: Record<WeightTable['kind'], string> = {
  value: 'Proprietà (valore)',
  stairs: 'Scale',
  lift: 'Ascensore',
  heating: 'Riscaldamento',
  meter: 'Consumi a contatore',
  other: 'Altro',
}
export const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** `Abitazione, piano 3`. */
export const unitLine = ({ use, floor }: Pick<Unit, 'use' | 'floor'>) =>
  [unitUseNames[use], floor && `piano ${floor}`].filter(Boolean).join(', ')

/** `Proprietario, 1/2, dal 31/01/2020, paga le bollette`. */
export const rightLine = (right: RightHolder) =>
  [
    rightNames[right.right_kind],
    right.share_denominator > 1 && `${right.share_numerator}/${right.share_denominator}`,
    right.since && `dal ${formatDate(right.since)}`,
    right.until && `fino al ${formatDate(right.until)}`,
    right.pays && 'paga le bollette',
  ]
    .filter(Boolean)
    .join(', ')

/** A note if the shares in a unit do not add up to a whole; null if they do, or nobody has it. */
export function sharesNote({ holders }: Pick<Unit, 'holders'>): string | null {
  const owners = holders.filter(
    ({ right_kind, until }) => until === null && (right_kind === 'owner' || right_kind === 'bare_owner'),
  )
  if (owners.length === 0) return holders.length > 0 ? 'Manca il proprietario.' : null
  const sum = wholeness(owners)
  if (sum === 'whole') return null
  return sum === 'short' ? 'Le quote non arrivano all’intero.' : 'Le quote superano l’intero.'
}

/** Stored weights are in ten-thousandths. */
const SCALE = 10_000
const THOUSAND = 1000 * SCALE

/** `312500` → `31,25`; '' if nobody has written it. A weight of zero is one: the unit has no share. */
export const weightText = (weight: number | undefined): string =>
  weight !== undefined ? String(weight / SCALE).replace('.', ',') : ''

/** `31,25` → `312500`; null if empty, undefined if invalid. */
export function readWeight(text: string): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  if (!/^\d{1,7}(,\d{1,4})?$/.test(written)) return undefined
  return Math.round(Number(written.replace(',', '.')) * SCALE)
}

const grouped = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 4, useGrouping: 'always' })

/** `1.000`, with the difference to a thousand; meters may have any sum. */
export function totalWords({ kind, total }: Pick<WeightTable, 'kind' | 'total'>): {
  sum: string
  note: string | null
} {
  const sum = grouped.format(total / SCALE)
  if (kind === 'meter' || total === THOUSAND) return { sum, note: null }
  const apart = grouped.format(Math.abs(THOUSAND - total) / SCALE)
  return { sum, note: total < THOUSAND ? `mancano ${apart} a 1.000` : `${apart} oltre 1.000` }
}
