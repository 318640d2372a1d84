import { whyNotDueOn, whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import { addMonths, isDay } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { BudgetDetail } from '../../records/budget-query.ts'
import * as check from '../../ui/form/checks.ts'
import type { Checks } from '../../ui/form/useForm.ts'

/** `count` and `gap` (months) are only choices of the form: what is saved is the dates. */
export type DatesValues = {
  name: string
  starts_on: string
  ends_on: string
  issue_date: string
  due_dates: string[]
  count: string
  gap: string
}

export const mostInstalments = 60
const usualCounts = ['1', '2', '3', '4', '6', '10', '12']
export const instalmentCounts = (count: string) =>
  [...new Set([...usualCounts, count])]
    .sort((a, b) => Number(a) - Number(b))
    .map((value) => ({ value, label: value === '1' ? 'una rata' : `${value} rate` }))
export const instalmentGaps = [
  { value: '1', label: 'ogni mese' },
  { value: '2', label: 'ogni due mesi' },
  { value: '3', label: 'ogni tre mesi' },
  { value: '6', label: 'ogni sei mesi' },
]

/** The saved dates; of a new budget, four instalments that want their first date. */
export function datesValues({ name, starts_on, ends_on, issue_date, due_dates }: BudgetDetail): DatesValues {
  const days = due_dates.length > 0 ? [...due_dates] : ['', '', '', '']
  const gap =
    instalmentGaps.find(({ value }) => due_dates.length > 1 && areEvery(due_dates, value))?.value ?? '3'
  return { name, starts_on, ends_on, issue_date, due_dates: days, count: String(days.length), gap }
}

/** The dates after another number of instalments was chosen: new ones follow those that are there. */
export function withCount(days: readonly string[], count: number, gap: string): string[] {
  const [first = ''] = days
  if (areEvery(days, gap)) return every(first, count, gap)
  const more = Array.from({ length: Math.max(0, count - days.length) })
  return more.reduce<string[]>((all) => [...all, later(all.at(-1) ?? '', Number(gap))], days.slice(0, count))
}

/** The dates after another distance between them was chosen. */
export const withGap = (days: readonly string[], gap: string): string[] =>
  every(days[0] ?? '', days.length, gap)

/** The dates after one was typed: the others follow the first, unless somebody has written them by hand. */
export function withDate(days: readonly string[], place: number, day: string, gap: string): string[] {
  if (place === 0 && areEvery(days, gap)) return every(day, days.length, gap)
  return days.map((each, at) => (at === place ? day : each))
}

const every = (first: string, count: number, gap: string): string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? first : later(first, at * Number(gap))))
const later = (day: string, months: number): string => (isDay(day) ? addMonths(day, months) : '')
const areEvery = (days: readonly string[], gap: string): boolean =>
  every(days[0] ?? '', days.length, gap).every((day, at) => day === days[at])

/** What the instalments will be, roughly: the exact sums are those of the bills. */
export function instalmentsInWords(amount: number, count: number): string {
  const all = `In tutto ${formatEuro(amount)}`
  return count === 1
    ? `${all}, in un’unica rata.`
    : `${all}: ${count} rate di circa ${formatEuro(Math.round(amount / count))}. Le somme esatte sono nell’anteprima.`
}

const wanted = check.all(check.required('Manca la data.'), check.date)
export const dateChecks: Checks<DatesValues> = {
  name: check.required('Scrivi come si chiama, per esempio Preventivo 2027.'),
  starts_on: wanted,
  ends_on: wanted,
  issue_date: check.all(
    wanted,
    check.day((day) => whyNotIssuedOn(day)),
  ),
}

export function wrongDates({ issue_date, due_dates }: DatesValues): Record<string, string> {
  const whyNotDue = (day: string) => (isDay(issue_date) ? whyNotDueOn(day, issue_date) : null)
  const wrong = due_dates.map((day, place): [string, string | null] => [
    `due_dates.${place}`,
    check.all(wanted, check.day(whyNotDue))(day) ??
      (due_dates.indexOf(day) < place ? 'Un’altra rata scade lo stesso giorno.' : null),
  ])
  return Object.fromEntries(wrong.filter((entry): entry is [string, string] => entry[1] !== null))
}
