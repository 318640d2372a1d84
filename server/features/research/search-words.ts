import { fold } from '@saldo/domain/fold'
import { maxCents, parseEuro } from '@saldo/domain/money'
import { looksLikeFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { checkRf } from '@saldo/domain/sepa/creditor-reference'

/** A text as the database searches it; see the functions in 0021-search.sql. */
export type SearchWords = {
  phrase: string
  beginning: string
  containing: string[]
  at_words: string[]
  looked_up: [string, string]
  /** It has no three adjacent letters or digits, or is an amount or a payment number: only prefixes are searched. */
  short: boolean
  /** The amount in cents, if the text is one. */
  amount: number | null
  /** `PG-88421`, as people write it, or the number alone. */
  payment_id: number | null
}

/** All possible meanings of a typed text. */
export function searchWords(text: string): SearchWords {
  const phrase = fold(code(text)).slice(0, longest).trim()
  const words = phrase.split(' ').slice(0, mostWords)
  words.sort((one, other) => letters(other) - letters(one))
  const long = words.filter((word) => letters(word) >= 3)
  const amount = amountOf(text)
  // 412,50 and PG-88421 occur in no name and in no bill number.
  const elsewhere = (amount !== null && /[,.]\d{1,2}\D*$/.test(phrase)) || /^pg[- ]?\d+$/.test(phrase)
  const short = long.length === 0 || elsewhere
  const beginning = `${literal(phrase)}%`
  const at_words = words.map((word) => `% ${literal(word)}%`)
  const trigrams = (short ? [] : long).slice(0, 2).map((word) => `%${endOfNumber(literal(word))}%`)
  const [first = beginning, second = first] = trigrams
  return {
    phrase,
    beginning,
    // A word too short for trigrams narrows the matches of the others, as a word's prefix.
    containing: short
      ? [` ${beginning}`]
      : words.map((word) => (letters(word) >= 3 ? `%${literal(word)}%` : `% ${literal(word)}%`)),
    at_words,
    looked_up: [first, second],
    short,
    amount,
    payment_id: paymentNumber(text),
  }
}
const mostWords = 8
const longest = 200

/** Escapes the special characters of a `like` pattern. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The longest run of letters or digits in a word. */
const letters = (word: string) => Math.max(...word.split(/[^\p{L}\p{N}]+/u).map((part) => part.length))

/**
 * The trigram index gets only the end of a long number, where numbers differ, because years and zeros match every row.
 */
const endOfNumber = (word: string) => /\d{5}$/.exec(word)?.[0] ?? word

/**
 * Extracts the bill's number from an RF reference, the digits from a VAT number, and one word from a codice fiscale
 * typed in groups.
 */
function code(text: string): string {
  const { valid, rf } = checkRf(text)
  if (valid) return rf.slice(4)
  const joined = text.replace(/\s/g, '')
  if (/^it\d{11}$/i.test(joined)) return joined.slice(2)
  return looksLikeFiscalCode(joined) ? joined : text
}

/**
 * `412,50`, `1.234,50`, `€ 412`, and also `412.50`, which forms refuse: in a search a wrong guess only finds nothing.
 */
function amountOf(text: string): number | null {
  const withPoint = /^\d{1,9}\.\d{2}$/.test(text.trim()) ? text.trim().replace('.', ',') : text
  const read = parseEuro(withPoint)
  return read.ok && read.cents > 0 && read.cents <= maxCents ? read.cents : null
}

function paymentNumber(text: string): number | null {
  const digits = /^(?:pg[- ]?)?(\d{1,15})$/i.exec(text.trim())?.[1]
  return digits ? Number(digits) : null
}
