import { type Day, isDay, today } from '@saldo/domain/dates'
import { type Cents, formatEuro, maxCents } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import { askAgain, requiredElement, type XmlElement } from './element.ts'

/**
 * The cents of an amount with its currency (`<Amt Ccy="EUR">339.14</Amt>`), never negative. ISO 20022 allows five decimals;
 * what is less than a cent refuses the file, and so does another currency.
 */
export function centsOf(amount: XmlElement): Cents {
  const currency = amount.attributes.Ccy
  if (currency !== 'EUR')
    throw new BankFileRefused(
      `Il file contiene un importo in ${shown(currency ?? 'una valuta non indicata')}: Saldo legge solo conti e movimenti in euro. Scarica il file dei soli conti in euro.`,
      amount.line,
    )
  return decimalCents(amount)
}

/** The cents of a decimal without currency, such as `Sum` and `CtrlSum`. */
export function decimalCents({ name, text, line }: XmlElement): Cents {
  const [, whole = '', decimals = ''] = /^\+?(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  const cents = Number(whole + decimals.slice(0, 2).padEnd(2, '0'))
  if (whole === '' || /[1-9]/.test(decimals.slice(2)) || !Number.isSafeInteger(cents))
    throw new BankFileRefused(
      `<${name}> contiene «${shown(text)}», che non è un importo in euro e centesimi. ${askAgain}`,
      line,
    )
  return cents
}

/** As `centsOf`, and no more than one payment can be. */
export function paymentCentsOf(amount: XmlElement): Cents {
  const cents = centsOf(amount)
  if (cents > maxCents)
    throw new BankFileRefused(
      `L’importo ${formatEuro(cents)} è troppo grande per un movimento. ${askAgain}`,
      amount.line,
    )
  return cents
}

/** A whole number such as `NbOfTxs`. */
export function countOf({ name, text, line }: XmlElement): number {
  if (!/^\d{1,15}$/.test(text))
    throw new BankFileRefused(
      `<${name}> contiene «${shown(text)}», che non è un numero intero. ${askAgain}`,
      line,
    )
  return Number(text)
}

/** `CRDT` gives 1, `DBIT` -1. */
export function signOf({ text, line }: XmlElement): 1 | -1 {
  if (text === 'CRDT') return 1
  if (text === 'DBIT') return -1
  throw new BankFileRefused(
    `Il segno di un importo è «${shown(text)}» invece di CRDT o DBIT. ${askAgain}`,
    line,
  )
}

/** `true`, `1`, `false` or `0`. */
export function booleanOf({ name, text, line }: XmlElement): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new BankFileRefused(`<${name}> contiene «${shown(text)}» invece di true o false. ${askAgain}`, line)
}

/** The day of a choice of `Dt` and `DtTm`; an instant with an offset is the day that it is in Rome. */
export function dayOfChoice(element: XmlElement): Day {
  const [choice] = element.children
  if (element.children.length !== 1 || (choice!.name !== 'Dt' && choice!.name !== 'DtTm'))
    return dayOf(requiredElement(element, 'Dt'))
  return dayOf(choice!)
}

/** The day of an ISODate or an ISODateTime. Without an offset it is the bank's own clock, which is Rome's. */
export function dayOf({ name, text, line }: XmlElement): Day {
  const [, day = '', time, offset] =
    /^(\d{4}-\d{2}-\d{2})(T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/.exec(
      text,
    ) ?? []
  if (!isDay(day))
    throw new BankFileRefused(`<${name}> contiene «${shown(text)}», che non è una data. ${askAgain}`, line)
  return time && offset ? today(new Date(text)) : day
}

/** A value of the file inside a sentence: short, on one line. */
const shown = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 30)
