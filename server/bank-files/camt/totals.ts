import { type Cents, formatEuro } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import { askAgain, elementAt, elementsAt, requiredElement, textAt, type XmlElement } from '../xml/element.ts'
import { centsOf, countOf, decimalCents, signOf } from '../xml/iso-values.ts'
import type { Entry } from './entry.ts'

export type Balances = { opening: Cents; closing: Cents; closing_line: number }

/** The booked balances: OPBD, else PRCD (the closing of the day before), and CLBD. Other kinds are not booked ones. */
export function balancesOf(statement: XmlElement): Balances {
  const previous = balanceOf(statement, 'PRCD')
  const opening = balanceOf(statement, 'OPBD') ?? previous
  const closing = balanceOf(statement, 'CLBD')
  if (opening === null || closing === null)
    throw new BankFileRefused(
      `Manca il saldo ${opening === null ? 'iniziale (OPBD)' : 'finale (CLBD)'} dell’estratto conto: senza, non si può verificare che ci siano tutti i movimenti. Scarica l’estratto completo del periodo.`,
      statement.line,
    )
  if (previous !== null && previous.cents !== opening.cents)
    throw new BankFileRefused(
      `Il saldo iniziale ${formatEuro(opening.cents)} è diverso da quello dell’estratto precedente, ${formatEuro(previous.cents)}. ${askAgain}`,
      opening.line,
    )
  return { opening: opening.cents, closing: closing.cents, closing_line: closing.line }
}

function balanceOf(statement: XmlElement, kind: string): { cents: Cents; line: number } | null {
  const found = elementsAt(statement, 'Bal').filter((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === kind)
  const [balance] = found
  if (!balance) return null
  if (found.length > 1)
    throw new BankFileRefused(`Lo stesso estratto ha due saldi di tipo ${kind}. ${askAgain}`, found[1]!.line)
  const sign = signOf(requiredElement(balance, 'CdtDbtInd'))
  return { cents: sign * centsOf(requiredElement(balance, 'Amt')) || 0, line: balance.line }
}

/** Opening, booked entries and closing agree; so do the counts and sums that the file states. */
export function checkTotals(statement: XmlElement, entries: Entry[], balances: Balances | null): void {
  const booked = entries.filter((entry) => !entry.is_pending)
  if (balances !== null) {
    const expected = balances.opening + sumOf(booked)
    if (expected !== balances.closing)
      throw new BankFileRefused(
        `Il saldo iniziale e i movimenti danno ${formatEuro(expected)}, ma il saldo finale è ${formatEuro(balances.closing)}: manca qualcosa o qualcosa è cambiato. ${askAgain}`,
        balances.closing_line,
      )
  }
  const summary = elementAt(statement, 'TxsSummry')
  if (summary === null) return
  const all: Entry[][] = booked.length === entries.length ? [booked] : [booked, entries]
  const credits = all.map((some) => some.filter(({ amount }) => amount >= 0))
  const debits = all.map((some) => some.filter(({ amount }) => amount < 0))
  checkStated(elementAt(summary, 'TtlNtries'), all)
  checkStated(elementAt(summary, 'TtlCdtNtries'), credits)
  checkStated(elementAt(summary, 'TtlDbtNtries'), debits)
}

/** Banks count the booked entries, or also those that are not: one of the `readings` has to agree in everything. */
function checkStated(stated: XmlElement | null, readings: Entry[][]): void {
  if (stated === null) return
  const count = elementAt(stated, 'NbOfNtries')
  const sum = elementAt(stated, 'Sum')
  const net = netOf(stated)
  const number = count && countOf(count)
  const cents = sum && decimalCents(sum)
  const agrees = readings.some(
    (entries) =>
      (number === null || number === entries.length) &&
      (cents === null || cents === entries.reduce((all, { amount }) => all + Math.abs(amount), 0)) &&
      (net === null || net === Math.abs(sumOf(entries))),
  )
  if (!agrees)
    throw new BankFileRefused(
      `Il numero o la somma dei movimenti non corrisponde a quanto dichiara il file (<${stated.name}>). ${askAgain}`,
      stated.line,
    )
}

/** .02 has TtlNetNtryAmt beside a sign, .08 TtlNetNtry around both; banks disagree on the sign of a net amount. */
function netOf(stated: XmlElement): Cents | null {
  const net = elementAt(stated, 'TtlNetNtryAmt') ?? elementAt(stated, 'TtlNetNtry/Amt')
  return net && decimalCents(net)
}

const sumOf = (entries: Entry[]): Cents => entries.reduce((all, { amount }) => all + amount, 0)
