import { formatDate, formatDateTime } from '../dates.ts'
import { maskIban } from '../iban.ts'
import { formatEuro } from '../money.ts'

/**
 * How a stored value is read aloud. `kind` tells `audit-log.test.ts` which columns it fits; `names` are the values it knows.
 */
export type ValueFormat = {
  kind: 'number' | 'choice' | 'list'
  names?: Readonly<Record<string, string>>
  say: (value: unknown) => string
  /** The sentence for a change, used where `say` shortens the value and old and new would read the same. */
  sayChange?: (was: unknown, is: unknown) => string | null
}

const decimal = (most: number) => new Intl.NumberFormat('it-IT', { maximumFractionDigits: most })
const number = (say: (value: number) => string): ValueFormat => ({
  kind: 'number',
  say: (value) => (typeof value === 'number' ? say(value) : String(value)),
})

/** Integer cents. */
export const euro = number(formatEuro)
export const plainNumber = number((value) => decimal(0).format(value))
export const percent = number((value) => `${decimal(2).format(value)}\u00a0%`)
/** Hundredths of a percent. */
export const basisPoints = number((value) => `${decimal(2).format(value / 100)}\u00a0%`)
/** Ten-thousandths: millesimi, or the reading of a meter. */
export const tenThousandths = number((value) => decimal(4).format(value / 10_000))
export const bytes = number((value) =>
  value < 1_000_000
    ? `${decimal(0).format(Math.max(1, value / 1_000))} kB`
    : `${decimal(1).format(value / 1_000_000)} MB`,
)
export const countOf = (one: string, many: string): ValueFormat =>
  number((value) => `${decimal(0).format(value)} ${value === 1 ? one : many}`)

/** A value of a closed list; `names` has the words for each. */
export const choice = (names: Readonly<Record<string, string>>): ValueFormat => ({
  kind: 'choice',
  names,
  say: (value) => names[String(value)] ?? String(value),
})

/** Several values of a closed list; `names` has the words for each. */
export const choicesOf = (names: Readonly<Record<string, string>>): ValueFormat => ({
  kind: 'list',
  say: (value) => (Array.isArray(value) ? conjunction.format(value.map(choice(names).say)) : String(value)),
})

/** A picture, of which the log has only where it is kept. */
export const storedPicture: ValueFormat = {
  kind: 'choice',
  say: () => 'un’immagine',
  sayChange: () => 'un’altra immagine',
}

/** All of them, and how many when they are more than anybody counts at a glance. */
export const listOf = (one: string, many: string): ValueFormat => ({
  kind: 'list',
  say: (value) => {
    if (!Array.isArray(value)) return String(value)
    const said = conjunction.format(value.map(plainly))
    return value.length > 3 ? `${countOf(one, many).say(value.length)}: ${said}` : said
  },
})

const conjunction = new Intl.ListFormat('it', { type: 'conjunction' })

/** A value whose type says how: days and instants as in Italy, yes and no, masked IBANs in short, and text as it is. */
export function plainly(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return decimal(4).format(value)
  if (typeof value !== 'string') return 'modificato'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  if (/^[A-Z]{2}\d\d•+\d{4}$/.test(value)) return maskIban(value)
  return value
}
