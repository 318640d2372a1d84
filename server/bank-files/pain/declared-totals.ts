import { type Cents, formatEuro } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import { askAgain, elementAt, type XmlElement } from '../xml/element.ts'
import { countOf, decimalCents } from '../xml/iso-values.ts'

export type Totals = { count: number; sum: Cents }

/** Refuses the file if `NbOfTxs` or `CtrlSum` of `element`, where present, are not the totals that were read. */
export function checkDeclared(element: XmlElement, read: Totals, what: string): void {
  const count = elementAt(element, 'NbOfTxs')
  if (count !== null && countOf(count) !== read.count)
    throw new BankFileRefused(
      `${what} dichiara ${count.text} addebiti, ma nel file sono ${read.count}. ${askAgain}`,
      count.line,
    )
  const sum = elementAt(element, 'CtrlSum')
  if (sum !== null && decimalCents(sum) !== read.sum)
    throw new BankFileRefused(
      `${what} dichiara un totale di ${formatEuro(decimalCents(sum))}, ma gli addebiti fanno ${formatEuro(read.sum)}. ${askAgain}`,
      sum.line,
    )
}

export const totalsOf = (debits: readonly { amount: Cents }[]): Totals => ({
  count: debits.length,
  sum: debits.reduce((sum, { amount }) => sum + amount, 0),
})
