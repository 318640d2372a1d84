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
const PLACES = 4
const SCALE = 10 ** PLACES
const THOUSAND = 1000 * SCALE

/**
 * `312500` → `31,25`; '' if nobody has written it. A weight of zero is one: the unit has no share. `decimals`: at least so
 * many, for a column in which the commas stand below each other.
 */
export function weightText(weight: number | null | undefined, decimals = 0): string {
  if (weight === undefined || weight === null) return ''
  const [whole, rest = ''] = String(weight / SCALE).split('.')
  return [whole, rest.padEnd(decimals, '0')].filter(Boolean).join(',')
}

/** How many decimals the weight with the most of them has, 0 to 4. */
export function decimalsOf(weights: readonly (number | null | undefined)[]): number {
  let decimals = 0
  for (const weight of weights)
    while (decimals < PLACES && (weight ?? 0) % (SCALE / 10 ** decimals) !== 0) decimals += 1
  return decimals
}

/** `31,25` → `312500`; null if empty, undefined if invalid. */
export function readWeight(text: string): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  if (!/^\d{1,7}(,\d{1,4})?$/.test(written)) return undefined
  return Math.round(Number(written.replace(',', '.')) * SCALE)
}

const grouped = (decimals: number) =>
  new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: PLACES,
    useGrouping: 'always',
  })

/** `1.000`, with the difference to a thousand; meters may have any sum. `decimals`: at least so many in the sum. */
export function totalWords(
  { kind, total }: { kind: string; total: number },
  decimals = 0,
): { sum: string; note: string | null } {
  const sum = grouped(decimals).format(total / SCALE)
  if (kind === 'meter' || total === THOUSAND) return { sum, note: null }
  const apart = grouped(0).format(Math.abs(THOUSAND - total) / SCALE)
  return { sum, note: total < THOUSAND ? `mancano ${apart} a 1.000` : `${apart} oltre 1.000` }
}
