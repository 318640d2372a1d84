import { whyNotDueOn, whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import { isDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Input } from '../../../api.ts'
import * as check from '../../../ui/form/checks.ts'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import type { Checks } from '../../../ui/form/useForm.ts'
import type { BillDetail } from '../bill-query.ts'

/** Amounts in cents; null when empty, NaN while the text is not an amount. */
export type LineValue = { description: string; amount: number | null }
export type InstalmentValue = { due_date: string; amount: number | null }
/** Named as on the server, so that its errors match the fields. */
export type BillValues = {
  account_id: Reference | null
  subject_id: Reference | null
  number: string
  description: string
  unit: string
  issue_date: string
  lines: LineValue[]
  instalments: InstalmentValue[]
}
export type BillBody = Exclude<Input<'PUT /v1/bills'>['body'], FormData | undefined>

export const emptyLine: LineValue = { description: '', amount: null }

export const billValues = (of?: BillDetail): BillValues =>
  of
    ? {
        account_id: { value: String(of.account_id), label: of.account_name },
        subject_id: { value: String(of.subject_id), label: of.subject_nominative },
        number: of.number,
        description: of.description,
        unit: of.unit ?? '',
        issue_date: of.issue_date,
        lines: of.lines.map(({ description, amount }) => ({ description, amount })),
        instalments: of.instalments.map(({ due_date, amount }) => ({ due_date, amount })),
      }
    : {
        account_id: null,
        subject_id: null,
        number: '',
        description: '',
        unit: '',
        issue_date: today(),
        lines: [emptyLine],
        instalments: [{ due_date: '', amount: null }],
      }

/** The sum of the valid amounts. */
export const sumOf = (parts: readonly { amount: number | null }[]) =>
  parts.reduce((sum, { amount }) => sum + (amount && Number.isFinite(amount) ? amount : 0), 0)

export const billChecks: Checks<BillValues> = {
  account_id: (value) => (value ? null : 'Scegli il condominio.'),
  subject_id: (value) => (value ? null : 'Scegli a chi è intestata.'),
  description: check.required('Scrivi per che cosa è la bolletta.'),
  issue_date: check.all(
    check.required('Manca la data.'),
    check.date,
    check.day((day) => whyNotIssuedOn(day)),
  ),
  instalments: (instalments, { lines }) => whyNotAdding(sumOf(instalments), sumOf(lines)),
}

/**
 * Errors in lines and instalments, by path: `lines.0.amount`. An issued bill (`of`) keeps the due dates it was issued
 * with.
 */
export function checkBillParts(
  { issue_date, lines, instalments }: BillValues,
  of?: BillDetail,
): Record<string, string> {
  const kept = of && of.phase !== 'draft' ? of.instalments.map(({ due_date }) => due_date) : []
  const whyNotDue = (day: string) =>
    isDay(issue_date) && !kept.includes(day) ? whyNotDueOn(day, issue_date) : null
  const wrong: [string, string | null][] = [
    ...lines.flatMap(({ description, amount }, place): [string, string | null][] => [
      [`lines.${place}.description`, check.required('Scrivi la voce.')(description)],
      [`lines.${place}.amount`, check.requiredMoney(amount)],
    ]),
    ...instalments.flatMap(({ due_date, amount }, place): [string, string | null][] => [
      [
        `instalments.${place}.due_date`,
        check.all(check.required('Manca la data.'), check.date, check.day(whyNotDue))(due_date),
      ],
      // A single instalment is the whole bill, so its amount is not typed.
      [`instalments.${place}.amount`, instalments.length > 1 ? positive(amount) : null],
    ]),
  ]
  return Object.fromEntries(wrong.filter((entry): entry is [string, string] => entry[1] !== null))
}

const positive = (amount: number | null) =>
  check.requiredMoney(amount) ??
  (amount !== null && amount <= 0 ? 'L’importo deve essere maggiore di zero.' : null)

/** Why the instalments do not add up to the total, with the difference; null if they do. */
export function whyNotAdding(instalments: number, total: number): string | null {
  if (total <= 0) return 'Il totale delle voci deve essere maggiore di zero.'
  if (instalments === total) return null
  const difference = formatEuro(Math.abs(total - instalments))
  return instalments < total
    ? `Alle rate mancano ${difference} per arrivare a ${formatEuro(total)}.`
    : `Le rate superano di ${difference} il totale, ${formatEuro(total)}.`
}

/** The request body; call it only with valid values. */
export const bodyFrom = (values: BillValues): BillBody => ({
  account_id: Number(values.account_id?.value),
  subject_id: Number(values.subject_id?.value),
  number: values.number.trim() || null,
  description: values.description,
  unit: values.unit.trim() || null,
  issue_date: values.issue_date,
  lines: values.lines.map(({ description, amount }) => ({ description, amount: amount ?? 0 })),
  instalments: values.instalments.map(({ due_date, amount }) => ({ due_date, amount: amount ?? 0 })),
})

/** The request body of an unchanged bill, to send it with one field changed. */
export const bodyOf = (bill: BillDetail) => ({ ...bodyFrom(billValues(bill)), bill_id: bill.bill_id })
