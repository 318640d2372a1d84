import { type Day, isDay } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import type { TablePlan } from '../import-view.ts'
import { daysIn } from './month-columns.ts'

/* A list of bills without a column of due dates: all its rows are due on one day, which the title proposes or the person
   writes. */

type Plan = Pick<TablePlan, 'recognised' | 'answers'>

/** Whether the due date of the rows must be asked: a list with amounts whose columns say none. */
export const needsDueDay = ({ recognised }: Plan): boolean =>
  recognised?.layout === 'list' &&
  recognised.columns.some(({ field }) => field === 'amount') &&
  !recognised.columns.some(({ field }) => field === 'due_date')

/**
 * The days in the title, those of lines about due dates if there are any; `sure` if such a line names the only one.
 */
export function dueDaysOf({ recognised }: Plan): { days: Day[]; sure: Day | null } {
  const lines = (recognised?.title.text ?? '').split('\n').map(fold)
  const due = daysOf(lines.filter((line) => DUE.test(line) && !NOT_DUE.test(line)))
  if (due.length > 0) return { days: due.slice(0, MOST), sure: due.length === 1 ? (due[0] ?? null) : null }
  return { days: daysOf(lines.filter((line) => !NOT_DUE.test(line))).slice(0, MOST), sure: null }
}

const MOST = 12
const DUE = /\b(?:scad|rat[ae]\b|entro\b|esigibil|pagament|da (?:pagare|versare)\b)/
const NOT_DUE = /\b(?:sald[oi]\b|delibera|assemblea|riunione|verbale|stampa|aggiornat|emess|emission|dal\b)/

const daysOf = (lines: readonly string[]): Day[] => [
  ...new Set(lines.flatMap((line) => daysIn(line).map(({ day }) => day))),
]

/** The person's answer; anything but a day is none. */
export const dueDayAnswer = ({ answers }: Plan): Day | null =>
  answers.due_day !== undefined && isDay(answers.due_day) ? answers.due_day : null

/** The day on which the rows of a list without due dates are due: as answered, else as proposed. */
export const dueDayOf = (plan: Plan): Day | null =>
  needsDueDay(plan) ? (dueDayAnswer(plan) ?? dueDaysOf(plan).sure) : null
