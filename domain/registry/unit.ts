export const unitUses = ['home', 'shop', 'office', 'garage', 'cellar', 'other'] as const
export type UnitUse = (typeof unitUses)[number]
export const unitUseNames: Record<UnitUse, string> = {
  home: 'Abitazione',
  shop: 'Negozio',
  office: 'Ufficio',
  garage: 'Box o posto auto',
  cellar: 'Cantina',
  other: 'Altro',
}

/** Stored weights are in ten-thousandths of a millesimo. */
const SCALE = 10_000
const THOUSAND = 1000 * SCALE

/** `312500` → `31,25`; '' if nobody has written it. A weight of zero is one: the unit has no share. */
export const weightText = (weight: number | null | undefined): string =>
  weight === undefined || weight === null ? '' : String(weight / SCALE).replace('.', ',')

/** `31,25` → `312500`; null if empty, undefined if invalid. */
export function readWeight(text: string): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  if (!/^\d{1,7}(,\d{1,4})?$/.test(written)) return undefined
  return Math.round(Number(written.replace(',', '.')) * SCALE)
}

const grouped = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 4, useGrouping: 'always' })

/** `1.000`, with the difference to a thousand; meters may have any sum. */
export function totalWords({ kind, total }: { kind: string; total: number }): {
  sum: string
  note: string | null
} {
  const sum = grouped.format(total / SCALE)
  if (kind === 'meter' || total === THOUSAND) return { sum, note: null }
  const apart = grouped.format(Math.abs(THOUSAND - total) / SCALE)
  return { sum, note: total < THOUSAND ? `mancano ${apart} a 1.000` : `${apart} oltre 1.000` }
}
