import { checkRf } from '@saldo/domain/creditor-reference'
import { fold } from '@saldo/domain/fold'
import { maxCents, parseEuro } from '@saldo/domain/money'

/** A text as the database is asked for it; see the functions of 0021-search.sql. */
export type SearchWords = {
  phrase: string
  beginning: string
  containing: string[]
  at_words: string[]
  looked_up: [string, string]
  /** No three letters or digits stand together anywhere, or it is an amount or a payment: only what begins with it is looked for. */
  short: boolean
  /** Cents, when the text can be read as an amount. */
  amount: number | null
  /** `PG-88421`, as people read it, or the bare number. */
  payment_id: number | null
}

/** What somebody typed, in every way in which it can be meant. */
export function searchWords(text: string): SearchWords {
  const phrase = fold(code(text)).slice(0, longest).trim()
  const words = phrase.split(' ').slice(0, mostWords)
  words.sort((one, other) => letters(other) - letters(one))
  const long = words.filter((word) => letters(word) >= 3)
  const amount = amountOf(text)
  // 412,50 and PG-88421 stand in no name and in no bill's number.
  const elsewhere = (amount !== null && /[,.]\d{1,2}\D*$/.test(phrase)) || /^pg[- ]?\d+$/.test(phrase)
  const short = long.length === 0 || elsewhere
  const beginning = `${literal(phrase)}%`
  const at_words = words.map((word) => `% ${literal(word)}%`)
  const trigrams = (short ? [] : long).slice(0, 2).map((word) => `%${endOfNumber(literal(word))}%`)
  const [first = beginning, second = first] = trigrams
  return {
    phrase,
    beginning,
    // A word too short for the trigrams narrows what the others find: it begins a word.
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

/** The signs of a pattern taken as they are. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** How many letters or digits stand together in a word, at most. */
const letters = (word: string) => Math.max(...word.split(/[^\p{L}\p{N}]+/u).map((part) => part.length))

/** Of a long number its end is enough for the trigrams, where numbering differs: years and zeros lead to every row. */
const endOfNumber = (word: string) => /\d{5}$/.exec(word)?.[0] ?? word

/** Of a bill's RF reference the bill's number, of a VAT number its digits, of a codice fiscale in groups one word. */
function code(text: string): string {
  const { valid, rf } = checkRf(text)
  if (valid) return rf.slice(4)
  const joined = text.replace(/\s/g, '')
  if (/^it\d{11}$/i.test(joined)) return joined.slice(2)
  return /^[a-z]{6}[\da-z]{10}$/i.test(joined) && /\d/.test(joined) ? joined : text
}

/** `412,50`, `1.234,50`, `€ 412`, and `412.50` too, which in a form is refused: here a wrong guess finds nothing. */
function amountOf(text: string): number | null {
  const withPoint = /^\d{1,9}\.\d{2}$/.test(text.trim()) ? text.trim().replace('.', ',') : text
  const read = parseEuro(withPoint)
  return read.ok && read.cents > 0 && read.cents <= maxCents ? read.cents : null
}

function paymentNumber(text: string): number | null {
  const digits = /^(?:pg[- ]?)?(\d{1,15})$/i.exec(text.trim())?.[1]
  return digits ? Number(digits) : null
}
