import { customerCodesOf } from '../postal/customer-code.ts'
import type { KnownBill, KnownFacts, NamedElsewhere } from './known-facts.ts'
import {
  keysOfReferences,
  namedInstalments,
  type PayersWords,
  plainNumber,
  referenceKey,
  type WrittenReference,
  writtenReferences,
} from './written-references.ts'

/** The bills that a payer named. `by`: the weakest way among them. */
export type NamedBills = {
  here: KnownBill[]
  elsewhere: NamedElsewhere[]
  /** Bills of other condominiums with the number of one that is named here: each condominium may count from 1. */
  twins: NamedElsewhere[]
  /** Bills that a reference seems to name: its check digits are wrong. */
  almost: { bill: KnownBill; said: string }[]
  /** Cancelled bills and drafts. */
  dead: KnownBill[]
  by: 'rf' | 'slip' | 'number'
  /** A number that may as well be a date is all that names one of the bills. */
  weak: boolean
  /** Named by the customer code of an 896, which has its amount printed. */
  by896: KnownBill[]
  /** A customer code that is right, and that no bill has. */
  strangeSlip: string | null
  /** Besides the bills, something is named that counts for nothing here. */
  mixed: boolean
  /** How they are named, without a full stop. */
  said: string
}

/** Finds among the known bills those that the payer's words name. What names no known bill is no reference. */
export function namedBills(words: PayersWords, { bills, elsewhere }: KnownFacts): NamedBills {
  const named: NamedBills = {
    ...{ here: [], elsewhere: [], almost: [], dead: [], by: 'rf', weak: false, mixed: false, said: '' },
    ...{ by896: [], strangeSlip: null, twins: [] },
  }
  const byKey = new Map<string, KnownBill[]>()
  const byId = new Map(bills.map((bill) => [bill.bill_id, bill]))
  for (const bill of bills) {
    const key = referenceKey(bill.number)
    byKey.set(key, [...(byKey.get(key) ?? []), bill])
  }
  const candidates = (reference: WrittenReference): KnownBill[] => {
    if (!isOfSlip(reference)) return keysOfReferences([reference]).flatMap((key) => byKey.get(key) ?? [])
    const bill = byId.get(reference.bill_id)
    return bill ? [bill] : []
  }
  const strong = new Set<KnownBill>()
  const ways: string[] = []
  const takenPlaces = new Set<number>()
  for (const reference of writtenReferences(words)) {
    if (takenPlaces.has(reference.place)) continue
    const meant = candidates(reference).filter((bill) => isMeant(reference, bill))
    const alive = meant.filter(({ phase }) => phase !== 'cancelled' && phase !== 'draft')
    const [bill] = alive
    if (bill && alive.length === 1) {
      takenPlaces.add(reference.place)
      if (isWrong(reference)) {
        named.almost.push({
          bill,
          said: `${nameOf(reference)} ${reference.written} ha le cifre di controllo sbagliate: sembra quello della bolletta ${bill.number}`,
        })
        continue
      }
      if (reference.kind !== 'slip') named.twins.push(...elsewhere.filter((each) => isMeant(reference, each)))
      if (!named.here.includes(bill)) {
        named.here.push(bill)
        ways.push(inWords(reference, bill))
      }
      if (reference.kind !== 'number' || !reference.weak) strong.add(bill)
      if (reference.kind === 'slip' && reference.slip === '896') named.by896.push(bill)
      continue
    }
    if (meant[0] && alive.length === 0) named.dead.push(meant[0])
    const other = elsewhere.find((each) => isMeant(reference, each))
    if (reference.kind === 'slip' && !other && !meant[0]) named.strangeSlip = reference.written
    if (!other || isWrong(reference) || (reference.kind === 'number' && reference.weak)) continue
    takenPlaces.add(reference.place)
    named.elsewhere.push(other)
  }
  const byNumber = ways.some((way) => way.startsWith('Il numero'))
  return {
    ...named,
    by: byNumber ? 'number' : ways.some((way) => way.startsWith('Il codice')) ? 'slip' : 'rf',
    weak: named.here.some((bill) => !strong.has(bill)),
    mixed:
      named.elsewhere.length > 0 ||
      named.dead.length > 0 ||
      named.almost.some(({ bill }) => !named.here.includes(bill)),
    said: ways.join('. '),
  }
}

type Bill = Pick<KnownBill, 'bill_id' | 'account_id' | 'number'>

/** Of a code with wrong check digits, the bill that it seems to name; of a right one, the bill that has it. */
function isMeant(reference: WrittenReference, bill: Bill): boolean {
  if (reference.kind === 'slip') return customerCodesOf(bill).includes(reference.key)
  if (reference.kind === 'wrong_slip') return reference.bill_id === bill.bill_id
  if (reference.kind === 'number')
    return reference.key === referenceKey(bill.number) && reference.number === plainNumber(bill.number)
  return keysOfReferences([reference]).includes(referenceKey(bill.number))
}

const isOfSlip = (
  reference: WrittenReference,
): reference is WrittenReference & { kind: 'slip' | 'wrong_slip' } =>
  reference.kind === 'slip' || reference.kind === 'wrong_slip'
const isWrong = ({ kind }: WrittenReference): boolean => kind === 'wrong_rf' || kind === 'wrong_slip'
const nameOf = (reference: WrittenReference): string =>
  isOfSlip(reference) ? 'Il codice bollettino' : 'Il riferimento'

function inWords(reference: WrittenReference, { number }: KnownBill): string {
  if (reference.kind === 'number') return `Il numero ${number} è di una bolletta di questo condominio`
  const [position] = namedInstalments([reference], number)
  return position === undefined
    ? `${nameOf(reference)} ${reference.written} è della bolletta ${number}`
    : `${nameOf(reference)} ${reference.written} è della rata ${position} della bolletta ${number}`
}
