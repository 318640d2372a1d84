/**
 * The text that the sheet shows for a number, if its format makes it another amount or a word: thousands, a percentage, a
 * minus that only the format writes, another currency, whole euros that hide cents, an empty cell. Null if the format changes
 * only the looks: separators, €, colours, decimals beyond the cents. `code` is a format as the file stores it.
 */
export function shownOtherwise(code: string, value: number): string | null {
  const section = sectionFor(code, value)
  const parts = partsOf(section.text)
  const literals = parts.literals.trim()
  const shown = parts.digits ? numberOf(parts, value) : ''
  const signed = value < 0 && section.keepsSign ? `-${shown}` : shown
  const seen = `${parts.before}${signed}${parts.after}`.replace(/\s+/g, ' ').trim()
  if (value === 0 && !/\p{L}/u.test(literals)) return null
  if (!parts.digits) return seen
  const looksNegative =
    (value < 0 && section.keepsSign) ||
    /[-−(]/.test(parts.before) ||
    (parts.decimals > 0 && /^[-−]/.test(parts.after))
  if (looksNegative !== value < 0) return seen
  const hides = parts.decimals < 2 && hidesCents(value, parts.decimals)
  return parts.thousands > 0 || parts.percent || hides || saysMore(literals) ? seen : null
}

/** Whether so many decimals show another amount than the cents of a value. */
const hidesCents = (value: number, decimals: number): boolean =>
  Math.abs(Number(value.toFixed(decimals)) - value) >= 0.005

/** The section of a format for a value: positive; negative; zero. A section for negative numbers writes no sign itself. */
function sectionFor(code: string, value: number): { text: string; keepsSign: boolean } {
  const sections = splitSections(code)
  const numbers = sections.filter((text) => !/@/.test(bare(text)))
  const [first = code] = numbers.length > 0 ? numbers : sections
  if (sections.length > 0 && numbers.length === 0) return { text: '0', keepsSign: true }
  const conditional = numbers.find((text) => meets(text, value))
  if (conditional !== undefined) return { text: conditional, keepsSign: true }
  const plain = numbers.filter((text) => !CONDITION.test(text))
  if (numbers.some((text) => CONDITION.test(text))) return { text: plain[0] ?? first, keepsSign: true }
  if (value < 0 && plain[1] !== undefined) return { text: plain[1], keepsSign: false }
  if (value === 0 && plain[2] !== undefined) return { text: plain[2], keepsSign: false }
  return { text: first, keepsSign: true }
}
const CONDITION = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/

function meets(text: string, value: number): boolean {
  const [, sign, limit = ''] = CONDITION.exec(text) ?? []
  const than = Number(limit)
  if (sign === '<') return value < than
  if (sign === '<=') return value <= than
  if (sign === '>') return value > than
  if (sign === '>=') return value >= than
  if (sign === '=') return value === than
  return sign === '<>' && value !== than
}

/** Splits at the semicolons outside quotes, escapes and brackets. */
const splitSections = (code: string): string[] =>
  code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=;|^)(?=;|$)/g) ?? [code]

const bare = (text: string): string => text.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')

type Parts = {
  digits: boolean
  decimals: number
  /** How many times the number is divided by a thousand. */
  thousands: number
  percent: boolean
  before: string
  after: string
  literals: string
}

/** The placeholders of a section, and the text before and after them. */
function partsOf(section: string): Parts {
  const parts: Parts = {
    digits: false,
    decimals: 0,
    thousands: 0,
    percent: false,
    before: '',
    after: '',
    literals: '',
  }
  let number = ''
  const say = (text: string) => {
    if (number === '') parts.before += text
    else parts.after += text
    parts.literals += text
  }
  for (const [token] of section
    // A general format shows what the number has.
    .replace(/general|standard/i, '0.00')
    .matchAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|E[+-]0+|./gu)) {
    if (token.startsWith('"')) say(token.slice(1, -1))
    else if (token.startsWith('\\')) say(token.slice(1))
    else if (/^\[\$/.test(token)) say(/^\[\$([^\]-]*)/.exec(token)?.[1] ?? '')
    else if (/^(?:_.|\*.|\[.*)$/u.test(token)) continue
    else if (/^[0#?.,/]$|^E/.test(token)) number += token
    else if (token === '%') {
      parts.percent = true
      say('%')
    } else say(token)
  }
  parts.digits = /[0#?]/.test(number)
  parts.decimals = (/\.([0#?]*)/.exec(number)?.[1] ?? '').length
  parts.thousands = /[0#?](,+)[^0#?]*$/.exec(number.replace(/\.[0#?]*(?=,)/, ''))?.[1]?.length ?? 0
  return parts
}

function numberOf({ decimals, thousands, percent }: Parts, value: number): string {
  const size = (Math.abs(value) / 1000 ** thousands) * (percent ? 100 : 1)
  return size.toLocaleString('it-IT', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  })
}

/** Whether the text beside a number says more than that it is euro; brackets and signs are judged apart. */
const saysMore = (literals: string): boolean =>
  literals.replace(/€|\beuro?\b\.?|[-−+()\s\u00a0\u202f'.]|,-|=/gi, '') !== ''

/** Whether a format never shows a number otherwise, so that its cells need not be looked at one by one. */
export const isPlainFormat = (code: string): boolean =>
  !CONDITION.test(code) && [1, -1, 0.25].every((value) => shownOtherwise(code, value) === null)

/** `febbraio 2027`: what is seen of a day whose format shows only the month. */
export const monthOf = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('it-IT', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/**
 * The text that the sheet itself stores beside a number, if it says something else than the number: other digits, fewer cents,
 * another sign, a word or a currency.
 */
export function textOtherwise(text: string, value: number): string | null {
  const seen = text.trim()
  if (/^[-+−]?[\d.,]+e[+-]?\d+$/i.test(seen)) return null
  const looksNegative = /[-−(]/.test(seen)
  if (value === 0 && /^[-–—]?$/.test(seen.replace(/€/g, '').trim())) return null
  const digits = seen.replace(/\D/g, '').replace(/^0+/, '')
  const size = Math.abs(value)
  const same = [0, 1, 2, 3, 4, 5, 6].some(
    (decimals) =>
      plainDigits(size.toFixed(decimals)) === digits && (decimals > 1 || !hidesCents(size, decimals)),
  )
  const more = saysMore(seen.replace(/[\d.,]/g, ''))
  return !same || more || looksNegative !== value < 0 ? seen : null
}
const plainDigits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')
