import {
  cashAccounts,
  type LedgerAccountName,
  ledgerAccountLabels,
} from '@saldo/domain/accounting/accounting'
import { paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import type { MonthEnd } from './month-end-figures.ts'

/** A part of the month-end: lines with amounts in cents, and their totals. The PDF and the sheet have the same. */
export type MonthEndPart = {
  title: string
  /** The headers of the amounts. */
  amounts: string[]
  lines: { text: string; amounts: number[] }[]
  totals: { text: string; amounts: number[] } | null
  none: string
}

const sumsOf = (lines: readonly { amounts: number[] }[], count: number) =>
  Array.from({ length: count }, (_, at) => lines.reduce((all, { amounts }) => all + (amounts[at] ?? 0), 0))

const askedLabels: Record<string, string> = {
  issue: 'Bollette emesse',
  amendment: 'Rettifiche di bollette',
  credit_note: 'Note di credito',
  cancellation: 'Bollette annullate',
  return: 'Nuovi addebiti per somme tornate indietro',
}

/** Where the condominium's money lies, and what is owed to it. The others are costs or the other side of these. */
const shown: readonly LedgerAccountName[] = [
  ...cashAccounts,
  ...(['receivables', 'subject_credit', 'disputed', 'office_debt'] as const),
]
const isCash = (name: LedgerAccountName) => (cashAccounts as readonly LedgerAccountName[]).includes(name)

/** Parts that need the permission to read payments. */
const ofMoney = ['Denaro del condominio', 'Incassi per modo di pagare']

/** Said in place of what whoever prints may not see, so that nobody takes the rest for the whole. */
const leftOut = 'Non compreso: chi ha preparato questa chiusura non può leggere le transazioni.'

/** The parts of a month-end, with Italian labels. `payments`: whether the money may be shown. */
export function monthEndParts(
  { balances, asked, ways, debtors }: MonthEnd,
  payments: boolean,
): MonthEndPart[] {
  const lineOf = (name: LedgerAccountName) => {
    const { opening = 0, closing = 0 } = balances.find((each) => each.ledger_account === name) ?? {}
    return { text: ledgerAccountLabels[name], amounts: [opening, closing - opening, closing] }
  }
  const cash = cashAccounts.map(lineOf)
  const issued = asked.map(({ kind, amount }) => ({ text: askedLabels[kind] ?? kind, amounts: [amount] }))
  const money = ways.map(({ method, gross, given_back, taken_back, fees }) => ({
    text: paymentMethodLabels[method],
    amounts: [gross, -given_back, -taken_back, -fees, gross - given_back - taken_back - fees],
  }))
  const people = debtors.map(({ nominative, balance }) => ({ text: nominative, amounts: [balance] }))
  const parts: MonthEndPart[] = [
    {
      ...{ title: 'Denaro del condominio', amounts: ['Inizio mese', 'Movimenti', 'Fine mese'] },
      ...{ lines: cash, totals: { text: 'Totale', amounts: sumsOf(cash, 3) }, none: '' },
    },
    {
      ...{ title: 'Crediti e debiti', amounts: ['Inizio mese', 'Movimenti', 'Fine mese'] },
      ...{ lines: shown.filter((name) => !isCash(name)).map(lineOf), totals: null, none: '' },
    },
    {
      ...{ title: 'Emesso nel mese', amounts: ['Importo'], lines: issued },
      totals: { text: 'Emesso', amounts: sumsOf(issued, 1) },
      none: 'Nessuna bolletta emessa o cambiata in questo mese.',
    },
    {
      title: 'Incassi per modo di pagare',
      ...{ amounts: ['Incassato', 'Rimborsi', 'Insoluti', 'Commissioni', 'Netto'], lines: money },
      totals: { text: 'Totale', amounts: sumsOf(money, 5) },
      none: 'Nessun incasso in questo mese.',
    },
    {
      ...{ title: 'Chi doveva a fine mese', amounts: ['Dovuto'], lines: people },
      totals: { text: 'Totale', amounts: sumsOf(people, 1) },
      none: 'Nessuno doveva nulla a fine mese.',
    },
  ]
  return parts.map((part) =>
    payments || !ofMoney.includes(part.title) ? part : { ...part, lines: [], totals: null, none: leftOut },
  )
}
