import { apportion, splitInstalments } from '@saldo/domain/bills/apportion'
import { type Cents, percentOf } from '@saldo/domain/money'
import type { Condominium, Unit } from './condominiums.ts'
import { dice } from './seeded-random.ts'

export type Line = { description: string; amount: Cents }

/** A heading of the budget: cents a year for a unit of average size, and which units pay it. */
type Heading = {
  description: string
  each: Cents
  borne_by: readonly Unit['kind'][]
  where?: 'lift' | 'heat' | 'garden'
}
const headings: readonly Heading[] = [
  { description: 'Spese generali e pulizie', each: 56_000, borne_by: ['flat', 'shop'] },
  { description: 'Riscaldamento', each: 61_000, borne_by: ['flat', 'shop'], where: 'heat' },
  { description: 'Acqua', each: 16_500, borne_by: ['flat', 'shop'] },
  { description: 'Ascensore', each: 15_500, borne_by: ['flat'], where: 'lift' },
  { description: 'Giardino', each: 7_000, borne_by: ['flat'], where: 'garden' },
  { description: 'Box, rampa e cancello', each: 26_000, borne_by: ['box'] },
]

/**
 * Divides a year's budget among the units: unit → instalment → lines. First each unit's share of each heading by
 * weight, then that share into instalments; both sum to the cent. A unit has no line for a heading that it does not
 * pay.
 */
export function ordinaryLines(condominium: Condominium, index: number, year: number): Line[][][] {
  const { place, units } = condominium
  const random = dice(year * 100 + index)
  const lines = units.map(() => Array.from({ length: place.instalments_a_year }, (): Line[] => []))
  for (const { description, each, borne_by, where } of headings) {
    const bearing = units.filter(({ kind }) => borne_by.includes(kind)).length
    if (bearing === 0 || (where && !place[where])) continue
    const total = percentOf(each * bearing, grown(year) + random.between(-400, 1_200))
    const weights = units.map(({ kind, weight }) => (borne_by.includes(kind) ? weight : 0))
    for (const [unit, share] of apportion(total, weights).entries())
      for (const [position, amount] of splitInstalments(share, place.instalments_a_year).entries())
        if (amount > 0) lines[unit]?.[position]?.push({ description, amount })
  }
  return lines
}

/** Costs grow by three per cent each year; in basis points of 2024. */
const grown = (year: number): number => 10_000 + (year - 2024) * 300

/** Divides extraordinary works among the flats: unit → lines, none for units that do not pay. */
export function worksLines(condominium: Condominium, title: string, a_flat: Cents): Line[][] {
  const { place, units } = condominium
  const weights = units.map(({ kind, weight }) => (kind === 'box' ? 0 : weight))
  const works = apportion(a_flat * place.flats, weights)
  const direction = apportion(percentOf(a_flat * place.flats, 800), weights)
  return units.map((_, unit) =>
    [
      { description: title, amount: works[unit] ?? 0 },
      { description: 'Direzione lavori e pratiche', amount: direction[unit] ?? 0 },
    ].filter(({ amount }) => amount > 0),
  )
}
