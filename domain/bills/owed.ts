import { addDays, type Day, formatLongDate } from '../dates.ts'
import { type Cents, formatEuro } from '../money.ts'
import type { BillPhase } from './bill.ts'

/** The fields of an instalment that decide what is owed. */
export type Due = { due_date: Day; amount: Cents; settled: Cents }
export type DueBill = { phase: BillPhase; instalments: readonly (Due & { pending: Cents })[] }

/**
 * The amounts owed of a bill, in cents; those of several bills are the sums. `residue` (*residuo*; of a set of bills, *da
 * incassare*): the unsettled amount, including pending payments. `overdue` (*scaduto*): the part of it whose instalments
 * were due before today, in every state of the bill. `due_now` (*da pagare ora*): the overdue part if there is any, else
 * what remains of the next instalment. `pending` (*in corso*): the part of the residue that payments under way hold. What
 * a dispute holds is settled until the bank decides, so it is in none of them. The view `owed_bills` computes the same in
 * SQL; a test compares them.
 */
export type Owed = { residue: Cents; overdue: Cents; due_now: Cents; pending: Cents }

/** `today` is Rome's. Drafts and cancelled bills ask for nothing. */
export function owedOf(bill: DueBill, today: Day): Owed {
  const due = askedOf(bill)
  return {
    residue: left(due),
    overdue: left(due.filter((instalment) => isOverdue(instalment, today))),
    due_now: left(dueNow(due, today)),
    pending: due.reduce((sum, { pending }) => sum + pending, 0),
  }
}

const askedOf = ({ phase, instalments }: DueBill) =>
  phase === 'draft' || phase === 'cancelled' ? [] : instalments

/** How many days ahead *in scadenza, 30 giorni* looks; `falling_due_days()` in SQL is the same number. */
export const fallingDueDays = 30

/**
 * The part of the residue whose instalments fall due from today to thirty days on, in cents: all of them, also of a bill
 * that has something overdue. The view `owed_bills` computes the same.
 */
export const fallingDueOf = (bill: DueBill, today: Day): Cents =>
  left(
    askedOf(bill).filter(({ due_date }) => due_date >= today && due_date <= addDays(today, fallingDueDays)),
  )

/** Not settled, and due before today: on its due date an instalment is not overdue yet. */
const isOverdue = ({ due_date, amount, settled }: Due, today: Day): boolean =>
  settled < amount && due_date < today

/** The instalments of a bill to be paid now: the overdue ones if there are any, else all that are due on the next date. */
export function dueNow<I extends Due>(instalments: readonly I[], today: Day): I[] {
  const unsettled = instalments.filter(({ amount, settled }) => settled < amount)
  const late = unsettled.filter((instalment) => isOverdue(instalment, today))
  if (late.length > 0) return late
  const [next] = unsettled.map(({ due_date }) => due_date).sort()
  return unsettled.filter(({ due_date }) => due_date === next)
}

/**
 * What a bill asks for: `Da pagare ora 112,50 € · in tutto 412,50 €`, or `Da pagare 412,50 €` when all of it is due now.
 */
export const askSentence = (owed: Pick<Owed, 'residue' | 'due_now'>): string => {
  const all = inAll(owed)
  return all
    ? `${askLabel(owed)} ${formatEuro(owed.due_now)} · ${all}`
    : `${askLabel(owed)} ${formatEuro(owed.due_now)}`
}

/** What stands over the amount due now. */
export const askLabel = ({ residue, due_now }: Pick<Owed, 'residue' | 'due_now'>): string =>
  due_now < residue ? 'Da pagare ora' : 'Da pagare'

/** `in tutto 412,50 €`; empty when all of it is due now. */
export const inAll = ({ residue, due_now }: Pick<Owed, 'residue' | 'due_now'>): string =>
  due_now < residue ? `in tutto ${formatEuro(residue)}` : ''

/**
 * When the amount due now must be paid: `entro mercoledì 30 settembre 2026`, or `scaduti da mercoledì 30 settembre
 * 2026`. `next_due_date` is that of the oldest unsettled instalment.
 */
export const byWhen = ({ overdue }: Pick<Owed, 'overdue'>, next_due_date: Day): string =>
  `${overdue > 0 ? 'scaduti da' : 'entro'} ${formatLongDate(next_due_date)}`

const left = (instalments: readonly Due[]): Cents =>
  instalments.reduce((sum, { amount, settled }) => sum + Math.max(amount - settled, 0), 0)

/** The amounts by which bills can be searched: residue, overdue, falling due within thirty days, settled. */
export const billMoney = ['residue', 'overdue', 'falling_due', 'settled'] as const
