import { formatDate } from '@saldo/domain/dates'
import { wholeness } from '@saldo/domain/registry/shares'
import { unitUseNames } from '@saldo/domain/registry/unit'
import { rightNames } from '@saldo/domain/right-holder'
import type { RightHolder, Unit, WeightTable } from './register-query.ts'

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

/** `proprietà, 1/2, paga le bollette`: a person of today. */
export const personLine = (
  person: Pick<RightHolder, 'right_kind' | 'share_numerator' | 'share_denominator' | 'pays'>,
) => rightLine({ ...person, since: null, until: null }).toLowerCase()

/** `Proprietà, 1/2, dal 31/01/2020, paga le bollette`. */
export const rightLine = (
  right: Pick<
    RightHolder,
    'right_kind' | 'share_numerator' | 'share_denominator' | 'since' | 'until' | 'pays'
  >,
) =>
  [
    rightNames[right.right_kind],
    right.share_denominator > 1 && `${right.share_numerator}/${right.share_denominator}`,
    right.since && `dal ${formatDate(right.since)}`,
    right.until && `fino al ${formatDate(right.until)}`,
    right.pays && 'paga le bollette',
  ]
    .filter(Boolean)
    .join(', ')

type Share = Pick<RightHolder, 'right_kind' | 'share_numerator' | 'share_denominator'> & {
  until?: string | null
}

/** A note if the shares in a unit do not add up to a whole; null if they do, or nobody has it. */
export function sharesNote(holders: readonly Share[]): string | null {
  const owners = holders.filter(
    ({ right_kind, until }) => !until && (right_kind === 'owner' || right_kind === 'bare_owner'),
  )
  if (owners.length === 0) return holders.length > 0 ? 'Manca il proprietario.' : null
  const sum = wholeness(owners)
  if (sum === 'whole') return null
  return sum === 'short' ? 'Le quote non arrivano all’intero.' : 'Le quote superano l’intero.'
}
