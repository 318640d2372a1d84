import { type Day, daysBetween, formatDate } from '../dates.ts'
import { type Cents, formatEuro } from '../money.ts'
import type { AddressForm, PlannedLetter, RemindedBill } from './reminder-plan.ts'
import { fillPlaceholders, type Placeholder } from './reminder-texts.ts'

/** What a letter says about a bill, besides what decides whether it is listed. */
export type LetterBill = RemindedBill & {
  number: string
  description: string
  /** The day of the letter that brought it to its present level; null: none yet. */
  reminded_on: Day | null
}
export type LetterParties = { nominative: string; account_name: string; business_name: string }

/** A letter as it is read, whether mailed or printed. Money in cents. */
export type ReminderLetter = {
  form: AddressForm
  title: string
  text: string
  lines: { number: string; description: string; note: string; amount: Cents }[]
  total_label: string
  total: Cents
}

/** Writes the letter: the office's words, then every bill with its amount, due date and level, then the total. */
export function composeLetter(
  { step, form, level, lines, amount }: PlannedLetter<LetterBill>,
  parties: LetterParties,
  today: Day,
): ReminderLetter {
  const bills = lines.map(({ bill }) => bill)
  const values = valuesOf(bills, amount, parties, level, today)
  return {
    form,
    title: fillPlaceholders(step.subject, values),
    text: fillPlaceholders(step.text, values),
    lines: lines.map((line) => ({
      number: line.bill.number,
      description: line.bill.description,
      note: noteOf(line),
      amount: line.amount,
    })),
    total_label: totalLabel(level),
    total: amount,
  }
}

export const totalLabel = (level: number): string => (level > 0 ? 'Totale scaduto' : 'Totale da pagare')

/** `scaduta il 12/03/2026, secondo sollecito` */
function noteOf({ bill, asked, level, step }: PlannedLetter<LetterBill>['lines'][number]): string {
  const due = formatDate(bill.next_due_date ?? '')
  if (bill.overdue === 0) return `scade il ${due}`
  const since = `scaduta il ${due}`
  if (level === 0 || step === null) return since
  const name = `${step.name.slice(0, 1).toLowerCase()}${step.name.slice(1)}`
  if (asked) return `${since}, ${name}`
  return bill.reminded_on ? `${since}, ${name} del ${formatDate(bill.reminded_on)}` : `${since}, ${name}`
}

function valuesOf(
  bills: readonly LetterBill[],
  amount: Cents,
  { nominative, account_name, business_name }: LetterParties,
  level: number,
  today: Day,
): Record<Placeholder, string> {
  const oldest = bills.map(({ next_due_date }) => next_due_date ?? today).sort()[0] ?? today
  return {
    nominativo: nominative,
    importo: formatEuro(amount),
    bollette: whichBills(bills, level > 0),
    scadenza: formatDate(oldest),
    giorni: String(Math.max(daysBetween(oldest, today), 0)),
    condominio: account_name,
    bolletta: inWords(bills.map(({ number }) => number)),
    causale: inWords([...new Set(bills.map(({ description }) => description))]),
    studio: business_name,
  }
}

/** `la bolletta 2026/000085 (Conguaglio), scaduta il 12/03/2026`, `7 bollette scadute` */
function whichBills(bills: readonly LetterBill[], overdue: boolean): string {
  const [only, ...others] = bills
  if (!only || others.length > 0) return `${bills.length} bollette ${overdue ? 'scadute' : 'in scadenza'}`
  const when = `${overdue ? 'scaduta il' : 'in scadenza il'} ${formatDate(only.next_due_date ?? '')}`
  return `la bolletta ${only.number} (${only.description}), ${when}`
}

const inWords = (parts: readonly string[]): string =>
  new Intl.ListFormat('it', { type: 'conjunction' }).format(parts)

/** The product's own sentences of a letter, in the reader's form of address. */
export const letterWords: Record<
  AddressForm,
  {
    payOne: string
    payAll: string
    howToPay: string
    delegate: string
    notYours: string
    byTransfer: string
    byPhone: string
  }
> = {
  tu: {
    payOne: 'Guarda e paga',
    payAll: 'Paga tutto insieme',
    howToPay: 'Apri ogni bolletta per vederla e pagarla:',
    delegate:
      'Paga qualcun altro per te? Inoltra questa e-mail: chi apre un link vede la bolletta e può pagarla.',
    notYours: 'Non è tua? Non pagare e avvisa lo studio.',
    byTransfer:
      'Con un bonifico per ogni bolletta: copia la causale, così il pagamento è riconosciuto subito.',
    byPhone: 'Oppure inquadra il codice della bolletta con il telefono e paga online.',
  },
  lei: {
    payOne: 'Veda e paghi',
    payAll: 'Paghi tutto insieme',
    howToPay: 'Apra ogni bolletta per vederla e pagarla:',
    delegate:
      'Paga qualcun altro per Lei? Inoltri questa e-mail: chi apre un link vede la bolletta e può pagarla.',
    notYours: 'Non è Sua? Non paghi e avvisi lo studio.',
    byTransfer:
      'Con un bonifico per ogni bolletta: copi la causale, così il pagamento è riconosciuto subito.',
    byPhone: 'Oppure inquadri il codice della bolletta con il telefono e paghi online.',
  },
}

/** How a letter on paper was delivered. */
export const deliveryWays = ['registered_letter', 'pec', 'hand', 'post'] as const
export type DeliveryWay = (typeof deliveryWays)[number]

export const deliveryWords: Record<DeliveryWay, { name: string; done: string }> = {
  registered_letter: { name: 'Raccomandata', done: 'spedito con raccomandata' },
  pec: { name: 'PEC', done: 'inviato con PEC' },
  hand: { name: 'Consegna a mano', done: 'consegnato a mano' },
  post: { name: 'Posta ordinaria', done: 'spedito con posta ordinaria' },
}
