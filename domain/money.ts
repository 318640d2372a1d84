/** An amount of euro in integer cents; negative for what is owed the other way. */
export type Cents = number

/** Just under a billion euro: the largest amount that XML and EPC formats carry. */
export const maxCents: Cents = 99_999_999_999

/** `1.234,50 €`, with U+00A0 before the sign and U+2212 as minus. Throws RangeError unless integer. */
export const formatEuro = (cents: Cents): string => `${formatAmount(cents)}\u00a0€`

/** `1.234,50`, for columns whose header carries the €. */
export function formatAmount(cents: Cents): string {
  const { whole, cents: decimals } = splitEuro(cents)
  return `${whole},${decimals}`
}

/** The two sizes of the large public amount: 123450 → `{ whole: '1.234', cents: '50' }`, sign in `whole`. */
export function splitEuro(cents: Cents): { whole: string; cents: string } {
  const { negative, whole, decimals } = digitsOf(cents)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return { whole: negative ? `\u2212${grouped}` : grouped, cents: decimals }
}

/** `123.40`, as pain.008, pain.001, FatturaPA and the EPC QR code want it. */
export function centsToDecimal(cents: Cents): string {
  const { negative, whole, decimals } = digitsOf(cents)
  return `${negative ? '-' : ''}${whole}.${decimals}`
}

/**
 * `cents` × `basisPoints` / 10,000 (2200 = 22 %), rounded half-up in integer arithmetic. Negative amounts
 * mirror positive ones, so that a credit note takes back exactly what its invoice asked.
 */
export function percentOf(cents: Cents, basisPoints: number): Cents {
  const product = BigInt(cents) * BigInt(basisPoints)
  const rounded = ((product < 0n ? -product : product) + 5_000n) / 10_000n
  return Number(product < 0n ? -rounded : rounded)
}

export type EuroReason = 'empty' | 'format' | 'decimals' | 'separators' | 'range'

/** The messages for an amount that cannot be read. */
export const euroReasons: Record<EuroReason, string> = {
  empty: 'Manca l’importo.',
  format: 'Questo non è un importo: scrivilo come 1.234,50.',
  decimals: 'Ci sono troppi decimali: i centesimi sono due, come in 1.234,50.',
  separators: 'Usa la virgola per i centesimi e il punto per le migliaia, come in 1.234,50.',
  range: 'L’importo è troppo grande: il massimo è 999.999.999,99 €.',
}

/**
 * Reads an amount as Italians write it: `1.234,50`, `1234,50`, `1234,5`, `1234`, `1.234` (a thousand and more),
 * `€` or `EUR` before or after (`€.` before), a plus sign in front, `=` behind as on cheques (`100,00=`), blanks of any width around, non-breaking or thin ones between thousands, `-` or U+2212 in
 * front, or brackets around a negative amount, as in accounting (`(700,78)`). A point that
 * groups nothing (`98.40`), English separators and a third decimal are refused rather than guessed: each has
 * two readings a hundred or a thousand times apart.
 */
export function parseEuro(text: string): { ok: true; cents: Cents } | { ok: false; reason: EuroReason } {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, reason: 'empty' }
  if (trimmed.length > longest) return { ok: false, reason: 'format' }
  const inBrackets = /^\(\s*([^-+\u2212()]*?)\s*\)(\s*(?:€|euro?))?$/i.exec(trimmed)
  if (inBrackets) return negative(parseEuro(`${inBrackets[1]}${inBrackets[2] ?? ''}`))
  const [, before = '', minus = '', number = '', after = ''] =
    /^([-+\u2212]?\s*(?:(?:€|euro?)\.?)?)\s*([-+\u2212]?)\s*(\d[\d.,'’\s]*?)\s*=?\s*((?:€|euro?)?)$/i.exec(
      trimmed,
    ) ?? []
  const signs = `${before}${minus}`.replace(/[^-+\u2212]/g, '')
  const twiceNamed = /[€e]/i.test(before) && after !== ''
  if (number === '' || signs.length > 1 || twiceNamed) return { ok: false, reason: 'format' }

  const grouped = /^\d{1,3}(?:[\u00a0\u2007\u2009\u202f]\d{3})+(?:,|$)/.test(number)
    ? number.replace(/\s/g, '')
    : number
  const reason = whyNotItalian(grouped)
  if (reason) return { ok: false, reason }
  const [whole = '', decimals = ''] = grouped.replaceAll('.', '').split(',')
  const cents = BigInt(whole + decimals.padEnd(2, '0'))
  if (cents > BigInt(maxCents)) return { ok: false, reason: 'range' }
  return { ok: true, cents: signs && signs !== '+' && cents > 0n ? -Number(cents) : Number(cents) }
}

const negative = (read: ReturnType<typeof parseEuro>): ReturnType<typeof parseEuro> =>
  read.ok && read.cents > 0 ? { ok: true, cents: -read.cents } : read

/** Far more than any amount needs; it bounds the work that a hostile cell can cause. */
const longest = 60

const italian = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d{1,2})?$/
const manyDecimals = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d{3,}$/

function whyNotItalian(number: string): EuroReason | null {
  if (italian.test(number)) return null
  if (manyDecimals.test(number)) return 'decimals'
  return /[.,]$/.test(number) ? 'format' : 'separators'
}

function digitsOf(cents: Cents): { negative: boolean; whole: string; decimals: string } {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount in integer cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return { negative: cents < 0, whole: digits.slice(0, -2), decimals: digits.slice(-2) }
}
