import type { CardBrand } from '@saldo/domain/payments/payment-method'

/** Brand, number of digits and grouping, by the first digits of a card. */
type Range = { brand: CardBrand; begins: RegExp; lengths: number[]; groups: number[]; cvc: number }
const fours = [4, 4, 4, 4, 3]
const ranges: Range[] = [
  { brand: 'visa', begins: /^4/, lengths: [13, 16, 19], groups: fours, cvc: 3 },
  {
    brand: 'mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: fours,
    cvc: 3,
  },
  { brand: 'american-express', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  {
    brand: 'diners',
    begins: /^(30[0-5]|3095|36|3[89])/,
    lengths: [14, 16, 19],
    groups: [4, 6, 4, 5],
    cvc: 3,
  },
  { brand: 'jcb', begins: /^35(2[89]|[3-8])/, lengths: [16, 19], groups: fours, cvc: 3 },
  { brand: 'discover', begins: /^(6011|64[4-9]|65)/, lengths: [16, 19], groups: fours, cvc: 3 },
  {
    brand: 'maestro',
    begins: /^(50|5[6-9]|6)/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    groups: fours,
    cvc: 3,
  },
]
const unknown: Omit<Range, 'begins'> = {
  brand: 'credit-card',
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  groups: fours,
  cvc: 3,
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

const rangeOf = (number: string) => ranges.find(({ begins }) => begins.test(digitsOf(number))) ?? unknown

export const brandOf = (number: string): CardBrand => rangeOf(number).brand

/** `4242424242424242` → `4242 4242 4242 4242`, while typing. */
export function groupCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19)
  const groups: string[] = []
  let from = 0
  for (const size of rangeOf(digits).groups) {
    if (from < digits.length) groups.push(digits.slice(from, from + size))
    from += size
  }
  return groups.join(' ')
}

/** `1227`, `12/27`, `12/2027` (from autofill) → `12 / 27`, while typing. */
export function groupExpiry(text: string): string {
  const [, month, century] = /^\s*(\d{1,2})\s*\/\s*20(\d{2})\s*$/.exec(text) ?? []
  const typed = month && century ? month.padStart(2, '0') + century : text
  const slashed = /^\s*\d\s*\//.test(typed) ? `0${typed}` : typed
  const digits = digitsOf(slashed).slice(0, 4)
  const padded = /^[2-9]$/.test(digits) ? `0${digits}` : digits
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded
}

export function readExpiry(text: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = /^(\d{2})(\d{2})$/.exec(digitsOf(groupExpiry(text))) ?? []
  const valid = Number(month) >= 1 && Number(month) <= 12 && year !== ''
  return valid ? { month: Number(month), year: 2000 + Number(year) } : null
}

/** The error of a card number, or null. */
export function numberProblem(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === '') return 'Scrivi il numero della carta.'
  const { lengths } = rangeOf(digits)
  if (digits.length < Math.min(...lengths)) return 'Il numero della carta non è completo.'
  if (!lengths.includes(digits.length) || !luhnHolds(digits))
    return 'Manca una cifra o una è sbagliata: ricontrolla il numero.'
  return null
}

/** Whether no digit can follow: the number has the most digits of its brand's usual cards, and they agree. */
export const isWholeNumber = (text: string): boolean => {
  const { lengths, brand } = rangeOf(text)
  const most = brand === 'maestro' || brand === 'credit-card' ? 19 : Math.min(16, Math.max(...lengths))
  return digitsOf(text).length === most && numberProblem(text) === null
}

/** The error of an expiry, or null. A card is valid until the end of its month; `today` is `yyyy-mm-dd`. */
export function expiryProblem(text: string, today: string): string | null {
  if (digitsOf(text) === '') return 'Scrivi la scadenza della carta.'
  const expiry = readExpiry(text)
  if (!expiry) return 'Scrivi mese e anno, come 09 / 28.'
  const [year = 0, month = 0] = today.split('-').map(Number)
  if (expiry.year < year || (expiry.year === year && expiry.month < month))
    return 'La carta è scaduta: usane un’altra.'
  return expiry.year > year + 30 ? 'Questa scadenza è troppo lontana: ricontrollala.' : null
}

export function cvcProblem(text: string, number: string): string | null {
  const { cvc } = rangeOf(number)
  const digits = digitsOf(text)
  if (digits === '') return 'Scrivi il codice di sicurezza.'
  return digits.length === cvc ? null : `Il codice di sicurezza ha ${cvc} cifre.`
}

/** Number of digits of this card's security code, and where they are printed. */
export const cvcOf = (number: string): { length: number; where: string } => {
  const { cvc } = rangeOf(number)
  return { length: cvc, where: cvc === 4 ? 'quattro cifre sul davanti' : 'tre cifre sul retro' }
}

function luhnHolds(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
