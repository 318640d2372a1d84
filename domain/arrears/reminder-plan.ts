import { type BillPhase, whyNotPay } from '../bills/bill.ts'
import { addDays, type Day, daysBetween } from '../dates.ts'
import type { Cents } from '../money.ts'

/** How a letter addresses its reader: *tu* or *Lei*. */
export const addressForms = ['tu', 'lei'] as const
export type AddressForm = (typeof addressForms)[number]

/** One letter of a sequence: `days` after the due date (negative: before it), and what it says. */
export type ReminderStep = { days: number; name: string; subject: string; text: string }
export type ReminderSequence = {
  /** Sent every night by a job; else only on request. */
  automatic: boolean
  /** Minimum days between two letters to the same person of a condominium. */
  not_within_days: number
  /** A letter that would ask for less is not sent (cents). */
  least_residue: number
  /** How its letters address the reader; the last notice always says *Lei*. */
  address_form: AddressForm
  steps: readonly ReminderStep[]
}

/** The range of days around the due date: more than a year of arrears. */
export const earliestStep = -60
export const latestStep = 730
export const mostSteps = 8

/**
 * The levels of a sequence: its steps after the due date, the earliest first. Level 1 is the first. A step on or before
 * the due date is a courtesy notice and no level.
 */
export const levelsOf = <S extends { days: number }>(steps: readonly S[]): S[] =>
  steps.filter(({ days }) => days > 0).toSorted((one, other) => one.days - other.days)

/** The notice due on `today`, up to the due date: the last one whose day has come. */
export function noticeReached<S extends { days: number }>(
  steps: readonly S[],
  due_date: Day,
  today: Day,
): S | null {
  const late = daysBetween(due_date, today)
  if (late > 0) return null
  const reached = steps.filter(({ days }) => days <= late)
  return reached.toSorted((one, other) => other.days - one.days)[0] ?? null
}

/** How a letter addresses the reader: the last notice always says *Lei*. */
export const formOf = (sequence: ReminderSequence, level: number): AddressForm =>
  level > 0 && level === levelsOf(sequence.steps).length ? 'lei' : sequence.address_form

/** The reasons why a bill is in no letter, or a letter does not go, in the order in which they are checked. */
export const leftOutReasons = [
  'paid',
  'disputed',
  'pending',
  'not_payable',
  'plan',
  'too_early',
  'already_sent',
  'all_sent',
  'overdue_first',
  'leaving',
  'to_deliver',
  'recently',
  'small',
  'no_notices',
  'no_email',
  'refused',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const leftOutWords: Record<LeftOutReason, string> = {
  paid: 'ha pagato nel frattempo',
  disputed: 'il pagamento è contestato',
  pending: 'c’è un pagamento o un addebito in corso',
  not_payable: 'non c’è niente da pagare',
  plan: 'c’è un piano di rientro',
  too_early: 'nessun sollecito previsto ora',
  already_sent: 'già sollecitata, il prossimo livello non è ancora previsto',
  all_sent: 'tutti i livelli già inviati',
  overdue_first: 'prima il sollecito per le bollette già scadute',
  leaving: 'c’è già un sollecito in uscita',
  to_deliver: 'c’è già una lettera da consegnare',
  recently: 'l’intestatario ha ricevuto un sollecito da poco',
  small: 'l’importo è sotto il minimo',
  no_notices: 'l’intestatario non vuole avvisi per e-mail',
  no_email: 'manca l’indirizzo e-mail',
  refused: 'l’indirizzo e-mail ha respinto l’ultimo sollecito',
}

/** The facts about a bill that decide whether a letter lists it. */
export type RemindedBill = {
  phase: BillPhase
  next_due_date: Day | null
  /** Cents (domain/bills/owed.ts). */
  overdue: Cents
  due_now: Cents
  /** A payment or a debit is under way. */
  under_way: boolean
  /** An instalment plan was proposed or agreed. */
  in_plan: boolean
  /** The highest level really sent for its present due date; 0: none. */
  level: number
  /** The `days` of the last courtesy notice really sent for its present due date. */
  noticed: number | null
}
/** The facts about its holder, in its condominium. */
export type RemindedPerson = {
  email: string | null
  /** Wants no notices by e-mail. */
  no_notices: boolean
  /** The mail server of this address rejected the last letter. */
  refused: boolean
  /** The day of the last letter really sent. */
  last_letter: Day | null
  /** A letter that was prepared and has not been sent yet. */
  open_letter: 'leaving' | 'to_deliver' | null
}

/** A bill of a letter. `level`: after the letter. `asked`: the letter brings it there; else it is only listed. */
export type LetterLine<B> = {
  bill: B
  amount: Cents
  level: number
  asked: boolean
  step: ReminderStep | null
}
export type PlannedLetter<B> = {
  /** 0: a courtesy notice. */
  level: number
  step: ReminderStep
  form: AddressForm
  amount: Cents
  lines: LetterLine<B>[]
  /** Why it does not go at all. */
  reason: LeftOutReason | null
  /** Why it can go on paper only. */
  no_email: LeftOutReason | null
}
export type ReminderPlan<B> = {
  letter: PlannedLetter<B> | null
  /** Bills that the letter does not list. */
  left_out: { bill: B; reason: LeftOutReason }[]
}

/**
 * The letter due to a person of a condominium, from all of their bills there; null if none is.
 *
 * Levels are counted for each bill and its due date, and only by letters really sent: mailed, or recorded as delivered.
 * A letter raises a bill by one level at most, and only when the day of that level has come, so no bill skips one. A
 * letter goes when it raises at least one bill. It lists all overdue bills: those it raises, and the others at the level
 * that they have. Its own level is the highest to which it raises a bill, so it is never a level that this bill had not
 * every letter before.
 *
 * Bills not yet overdue get a courtesy notice, unless an overdue bill gets its letter first.
 */
export function planLetter<B extends RemindedBill>(
  person: RemindedPerson,
  bills: readonly B[],
  sequence: ReminderSequence,
  today: Day,
): ReminderPlan<B> {
  const judged = bills.map((bill) => ({ bill, ...judge(bill, sequence, today) }))
  const overdue = judged.filter((each) => 'line' in each && each.bill.overdue > 0)
  const raised = overdue.filter((each) => 'line' in each && each.line.asked)
  const notices = judged.filter((each) => 'line' in each && each.bill.overdue === 0)
  const lines = linesOf(raised.length > 0 ? overdue : notices)
  const listed = new Set(lines.map(({ bill }) => bill))
  const left_out = judged
    .filter(({ bill }) => !listed.has(bill))
    .map((each) => ({
      bill: each.bill,
      reason: 'reason' in each ? each.reason : raised.length > 0 ? 'overdue_first' : each.waiting,
    }))
  const strongest = lines.filter(({ asked }) => asked).toSorted(byStrength)[0]
  if (!strongest?.step) return { letter: null, left_out }
  const { level, step } = strongest
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const reason = whyNotNow(person, amount, sequence, today)
  const form = formOf(sequence, level)
  return { letter: { level, step, form, amount, lines, reason, no_email: whyNotByEmail(person) }, left_out }
}

type Judged<B> =
  | { reason: LeftOutReason }
  | { line: Omit<LetterLine<B>, 'bill'> /** Why nothing is asked of it. */; waiting: LeftOutReason }

/** The bill's line in a letter of today, or the reason why it can be in none. */
function judge<B extends RemindedBill>(bill: B, sequence: ReminderSequence, today: Day): Judged<B> {
  const asks = whyNotPay({ phase: bill.phase, residue: bill.due_now, pending: 0 }) === null
  if (bill.phase === 'disputed' && !asks) return { reason: 'disputed' }
  if (bill.phase === 'pending' || (asks && bill.under_way)) return { reason: 'pending' }
  if (!asks || bill.due_now <= 0 || bill.next_due_date === null) return { reason: 'not_payable' }
  if (bill.in_plan) return { reason: 'plan' }
  return bill.overdue > 0
    ? overdueLine(bill, bill.next_due_date, sequence, today)
    : noticeLine(bill, bill.next_due_date, sequence, today)
}

function overdueLine<B extends RemindedBill>(
  { level, overdue: amount }: B,
  due_date: Day,
  sequence: ReminderSequence,
  today: Day,
): Judged<B> {
  const levels = levelsOf(sequence.steps)
  const next = levels[level]
  const has = levels[Math.min(level, levels.length) - 1] ?? null
  if (next && addDays(due_date, next.days) <= today)
    return { line: { amount, level: level + 1, asked: true, step: next }, waiting: 'too_early' }
  return {
    line: { amount, level, asked: false, step: has },
    waiting: next === undefined ? 'all_sent' : level > 0 ? 'already_sent' : 'too_early',
  }
}

function noticeLine<B extends RemindedBill>(
  { due_now: amount, noticed }: B,
  due_date: Day,
  sequence: ReminderSequence,
  today: Day,
): Judged<B> {
  const step = noticeReached(sequence.steps, due_date, today)
  if (step === null || (noticed !== null && noticed >= step.days)) return { reason: 'too_early' }
  return { line: { amount, level: 0, asked: true, step }, waiting: 'too_early' }
}

const linesOf = <B>(judged: readonly ({ bill: B } & Judged<B>)[]): LetterLine<B>[] =>
  judged.flatMap((each) => ('line' in each ? [{ bill: each.bill, ...each.line }] : []))

/** The highest level first; among notices, the one nearest to the due date. */
const byStrength = (one: LetterLine<unknown>, other: LetterLine<unknown>) =>
  other.level - one.level || (other.step?.days ?? 0) - (one.step?.days ?? 0)

function whyNotNow(
  person: RemindedPerson,
  amount: Cents,
  { not_within_days, least_residue }: ReminderSequence,
  today: Day,
): LeftOutReason | null {
  if (person.open_letter) return person.open_letter
  if (!mayRemindAgain(person.last_letter, today, not_within_days)) return 'recently'
  return amount < least_residue ? 'small' : null
}

/** Whether somebody whose last letter went on `last` (null: never) may get another on `today`. */
export const mayRemindAgain = (last: Day | null, today: Day, not_within_days: number): boolean =>
  last === null || addDays(last, not_within_days) <= today

function whyNotByEmail({ email, no_notices, refused }: RemindedPerson): LeftOutReason | null {
  if (email === null) return 'no_email'
  if (no_notices) return 'no_notices'
  return refused ? 'refused' : null
}

/** `7 giorni dopo`, `5 giorni prima`, `il giorno della scadenza` */
export function stepDay(days: number): string {
  if (days === 0) return 'il giorno della scadenza'
  const count = Math.abs(days) === 1 ? '1 giorno' : `${Math.abs(days)} giorni`
  return days < 0 ? `${count} prima` : `${count} dopo`
}
