import { type Cents, formatEuro } from '@saldo/domain/money'
import { BankFileRefused, type BankMovement } from '../bank-file.ts'
import { askAgain, elementAt, requiredElement, textAt, type XmlElement } from '../xml/element.ts'
import { booleanOf, countOf, dayOfChoice, paymentCentsOf, signOf } from '../xml/iso-values.ts'
import { bankCodeOf, chargesOf, type Item, joined, type Party, provided } from './item.ts'

/** An NtryDtls with the items that were read from its TxDtls. */
export type Details = { element: XmlElement; items: Item[] }

export type Entry = {
  /** Signed cents. */
  amount: Cents
  /** Not booked yet: no movement. */
  is_pending: boolean
  movements: Omit<BankMovement, 'entry'>[]
}

/** Reads an Ntry whose details were handed out before it. `iban` is the account of the statement. */
export function readEntry(entry: XmlElement, details: Details[], iban: string): Entry {
  const amount =
    signOf(requiredElement(entry, 'CdtDbtInd')) * paymentCentsOf(requiredElement(entry, 'Amt')) || 0
  if (!isBooked(entry)) return { amount, is_pending: true, movements: [] }
  const charges = chargesOf(entry)
  const items = details
    .flatMap((each) => itemsOf(each, amount))
    .map((item) => ({ ...item, charges: [...item.charges, charges] }))
  const amounts = amountsOf(entry, amount, items)
  return {
    amount,
    is_pending: false,
    movements: (items.length === 0 ? [null] : items).map((item, index) => ({
      item: index + 1,
      items: Math.max(1, items.length),
      amount: amounts[index]!,
      ...commonOf(entry),
      line: items.length > 1 ? item!.line : entry.line,
      ...ofItem(entry, item, items.length, amounts[index]!, iban),
    })),
  }
}

/** .02 has the status as text, .08 in `Cd`. BOOK is booked; PDNG, INFO and FUTR are not yet. */
function isBooked(entry: XmlElement): boolean {
  const element = requiredElement(entry, 'Sts')
  const status = textAt(element, 'Cd') ?? element.text
  if (status === 'BOOK') return true
  if (status === 'PDNG' || status === 'INFO' || status === 'FUTR') return false
  throw new BankFileRefused(
    `Lo stato di un movimento (<Sts>) non è BOOK, PDNG, INFO o FUTR. ${askAgain}`,
    element.line,
  )
}

/** The items of one NtryDtls; a batch without TxDtls is one item. Checks what the batch says of itself. */
function itemsOf({ element, items }: Details, entryAmount: Cents): Item[] {
  const batch = elementAt(element, 'Btch')
  if (batch === null) return items
  const batch_reference = provided(textAt(batch, 'PmtInfId')) ?? provided(textAt(batch, 'MsgId'))
  const count = elementAt(batch, 'NbOfTxs')
  if (count !== null && items.length > 0 && countOf(count) !== items.length)
    throw new BankFileRefused(
      `La distinta dichiara ${count.text} operazioni e ne elenca ${items.length}. ${askAgain}`,
      count.line,
    )
  const total = elementAt(batch, 'TtlAmt')
  const sign = elementAt(batch, 'CdtDbtInd')
  const amount = total === null ? null : paymentCentsOf(total)
  const signed = sign === null ? null : signOf(sign)
  if (amount !== null && items.length > 1 && items.every((item) => item.amount !== null)) {
    const sum = items.reduce((all, item) => all + (item.sign ?? Math.sign(entryAmount)) * item.amount!, 0)
    if (Math.abs(sum) !== amount)
      throw new BankFileRefused(
        `La distinta dichiara ${formatEuro(amount)} ma le sue operazioni fanno ${formatEuro(Math.abs(sum))}. ${askAgain}`,
        total!.line,
      )
  }
  if (items.length > 0)
    return items.map((item) => ({ ...item, batch_reference: item.batch_reference ?? batch_reference }))
  return [{ ...emptyItem, line: element.line, amount, sign: signed, batch_reference }]
}

/**
 * Signed cents of each item. Their sum is the entry's, else the file contradicts itself; of one item the bank may have kept
 * the charges that it states.
 */
function amountsOf(entry: XmlElement, amount: Cents, items: Item[]): Cents[] {
  if (items.length === 0) return [amount]
  const amounts = items.map((item) => {
    if (item.amount === null && items.length > 1)
      throw new BankFileRefused(
        `Un movimento ha ${items.length} operazioni, ma di una manca l’importo in euro. ${askAgain}`,
        item.line,
      )
    return item.amount === null ? amount : (item.sign ?? Math.sign(amount)) * item.amount || 0
  })
  const sum = amounts.reduce((all, each) => all + each, 0)
  if (items.length === 1 && items[0]!.charges.some((charges) => Math.abs(amount - sum) === charges))
    return [amount]
  if (sum !== amount)
    throw new BankFileRefused(
      `Le operazioni di un movimento di ${formatEuro(amount)} fanno ${formatEuro(sum)}. ${askAgain}`,
      entry.line,
    )
  return amounts
}

function commonOf(entry: XmlElement) {
  const reversal = elementAt(entry, 'RvslInd')
  const value = elementAt(entry, 'ValDt')
  return {
    booked_on: dayOfChoice(requiredElement(entry, 'BookgDt')),
    value_on: value === null ? null : dayOfChoice(value),
    is_reversal: reversal !== null && booleanOf(reversal),
  }
}

function ofItem(entry: XmlElement, item: Item | null, items: number, amount: Cents, iban: string) {
  const { is_reversal } = commonOf(entry)
  const bank_reference = textAt(entry, 'AcctSvcrRef')
  const read = item ?? { ...emptyItem, line: entry.line }
  const party = otherSide(read, amount, is_reversal || read.return_reason !== null, iban)
  // The bank's note on an entry of several items may name any of them: it stays with none that has a text.
  const note = items > 1 && read.text !== '' ? null : textAt(entry, 'AddtlNtryInf')
  return {
    bank_reference: bank_reference ?? (is_reversal ? null : read.bank_reference),
    end_to_end_id: read.end_to_end_id,
    mandate_reference: read.mandate_reference,
    batch_reference: read.batch_reference,
    reversed_reference: is_reversal ? reversedReferenceOf(read, bank_reference) : null,
    return_reason: read.return_reason,
    structured_reference: read.structured_reference,
    text: joined([read.text, read.addition, note]),
    bank_code: read.bank_code ?? bankCodeOf(entry),
    party_name: party.name,
    party_iban: party.iban,
    party_fiscal_code: party.fiscal_code,
  }
}

/** Banks name the entry that they take back in the details' own reference, or in their additional text. */
const reversedReferenceOf = (item: Item, own: string | null): string | null =>
  item.bank_reference !== null && item.bank_reference !== own
    ? item.bank_reference
    : (/\bRIF(?:\.|ERIMENTO)?\s*(?:OPERAZIONE|MOVIMENTO)[\s:.]*(\S+)/i.exec(item.addition ?? '')?.[1] ?? null)

/**
 * Who is not the account's owner. Of a payment that comes back the parties are those of the first one: the payer of a
 * debit stays the debtor.
 */
function otherSide({ debtor, creditor }: Item, amount: Cents, is_back: boolean, iban: string): Party {
  if (debtor.iban !== creditor.iban) {
    if (debtor.iban === iban) return creditor
    if (creditor.iban === iban) return debtor
  }
  const [first, second] = amount > 0 !== is_back ? [debtor, creditor] : [creditor, debtor]
  return first.name === null && first.iban === null ? second : first
}

const nobody: Party = { name: null, iban: null, fiscal_code: null }
const emptyItem: Omit<Item, 'line'> = {
  amount: null,
  sign: null,
  charges: [],
  bank_reference: null,
  end_to_end_id: null,
  mandate_reference: null,
  batch_reference: null,
  return_reason: null,
  structured_reference: null,
  text: '',
  addition: null,
  bank_code: null,
  debtor: nobody,
  creditor: nobody,
}
