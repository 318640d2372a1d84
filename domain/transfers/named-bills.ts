import type { KnownBill, KnownFacts } from './known-facts.ts'
import {
  type PayersWords,
  plainNumber,
  referenceKey,
  type WrittenReference,
  writtenReferences,
} from './written-references.ts'

/** The bills that a payer named. `by`: the weakest way among them. */
export type NamedBills = {
  here: KnownBill[]
  elsewhere: { number: string; account_name: string }[]
  /** Bills that a reference seems to name: its check digits are wrong. */
  almost: { bill: KnownBill; said: string }[]
  /** Cancelled bills and drafts. */
  dead: KnownBill[]
  by: 'rf' | 'number'
  /** A number that may as well be a date is all that names one of the bills. */
  weak: boolean
  /** Besides the bills, something is named that counts for nothing here. */
  mixed: boolean
  /** How they are named, without a full stop. */
  said: string
}

/** Finds among the known bills those that the payer's words name. What names no known bill is no reference. */
export function namedBills(words: PayersWords, { bills, elsewhere }: KnownFacts): NamedBills {
  const named: NamedBills = {
    ...{ here: [], elsewhere: [], almost: [], dead: [], by: 'rf', weak: false, mixed: false, said: '' },
  }
  const byKey = new Map<string, KnownBill[]>()
  for (const bill of bills) {
    const key = referenceKey(bill.number)
    byKey.set(key, [...(byKey.get(key) ?? []), bill])
  }
  const strong = new Set<KnownBill>()
  const ways: string[] = []
  const takenPlaces = new Set<number>()
  for (const reference of writtenReferences(words)) {
    if (takenPlaces.has(reference.place)) continue
    const meant = (byKey.get(reference.key) ?? []).filter((bill) => isMeant(reference, bill.number))
    const alive = meant.filter(({ phase }) => phase !== 'cancelled' && phase !== 'draft')
    const [bill] = alive
    if (bill && alive.length === 1) {
      takenPlaces.add(reference.place)
      if (reference.kind === 'wrong_rf') {
        named.almost.push({
          bill,
          said: `Il riferimento ${reference.written} ha le cifre di controllo sbagliate: sembra quello della bolletta ${bill.number}`,
        })
        continue
      }
      if (!named.here.includes(bill)) {
        named.here.push(bill)
        ways.push(inWords(reference, bill))
      }
      if (reference.kind !== 'number' || !reference.weak) strong.add(bill)
      continue
    }
    if (meant[0] && alive.length === 0) named.dead.push(meant[0])
    const other = elsewhere.find(({ number }) => isMeant(reference, number))
    if (!other || reference.kind === 'wrong_rf' || (reference.kind === 'number' && reference.weak)) continue
    takenPlaces.add(reference.place)
    named.elsewhere.push(other)
  }
  const byNumber = ways.some((way) => way.startsWith('Il numero'))
  return {
    ...named,
    by: byNumber ? 'number' : 'rf',
    weak: named.here.some((bill) => !strong.has(bill)),
    mixed:
      named.elsewhere.length > 0 ||
      named.dead.length > 0 ||
      named.almost.some(({ bill }) => !named.here.includes(bill)),
    said: ways.join('. '),
  }
}

const isMeant = (reference: WrittenReference, number: string): boolean =>
  reference.key === referenceKey(number) &&
  (reference.kind !== 'number' || reference.number === plainNumber(number))

const inWords = (reference: WrittenReference, { number }: KnownBill): string =>
  reference.kind === 'number'
    ? `Il numero ${number} è di una bolletta di questo condominio`
    : `Il riferimento ${reference.written} è della bolletta ${number}`
