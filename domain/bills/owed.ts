import { type Day, formatLongDate } from '../dates.ts'
import { type Cents, formatEuro } from '../money.ts'
import type { BillPhase } from './bill.ts'

/** The fields of an instalment that decide what is owed. */
export type Due = { due_date: Day; amount: Cents; settled: Cents }
export type DueBill = { phase: BillPhase; instalments: readonly Due[] }

/**
 * The amounts owed of a bill, in cents. `residue` (*residuo*; of a set of bills, *da incassare*): the unsettled amount,
 * including pending payments. `overdue` (*scaduto*): the part of it whose instalments were due before today, in every
 * state of the bill. `due_now` (*da pagare ora*): the overdue part if there is any, else what remains of the next
 * instalment. The view `owed_instalments` computes the same in SQL; a test compares them.
 */
export type Owed = { residue: Cents; overdue: Cents; due_now: Cents }

/** `today` is Rome's. Drafts and cancelled bills ask for nothing. */
export function owedOf({ phase, instalments }: DueBill, today: Day): Owed {
  const due = phase === 'draft' || phase === 'cancelled' ? [] : instalments
  return {
    residue: left(due),
    overdue: left(due.filter((instalment) => isOverdue(instalment, today))),
    due_now: left(dueNow(due, today)),
  }
}

/** Not settled, and due before today: on its due date an instalment is not overdue yet. */
const isOverdue = ({ due_date, amount, settled }: Due, today: Day): boolean =>
  settled < amount && due_date < today

/** The instalments to be paid now: the overdue ones if there are any, else all that are due on the next date. */
export function dueNow<I extends Due>(instalments: readonly I[], today: Day): I[] {
  const unsettled = instalments.filter(({ amount, settled }) => settled < amount)
  const late = unsettled.filter((instalment) => isOverdue(instalment, today))
  if (late.length > 0) return late
  const [next] = unsettled.map(({ due_date }) => due_date).sort()
  return unsettled.filter(({ due_date }) => due_date === next)
}

/**
 * The words after a residue that say when it must be paid: `entro mercoledì 30 settembre 2026`; if only a part is due
 * now, `di cui 100,00 € già scaduti` or `di cui 100,00 € entro …`. `next_due_date` is that of the oldest unsettled
 * instalment.
 */
export function byWhen({ residue, overdue, due_now }: Owed, next_due_date: Day): string {
  const by = `entro ${formatLongDate(next_due_date)}`
  if (due_now === residue) return by
  return `di cui ${formatEuro(due_now)} ${overdue > 0 ? 'già scaduti' : by}`
}

const left = (instalments: readonly Due[]): Cents =>
  instalments.reduce((sum, { amount, settled }) => sum + Math.max(amount - settled, 0), 0)

/** The amounts by which bills can be searched: residue, overdue, settled. */
export const billMoney = ['residue', 'overdue', 'settled'] as const
