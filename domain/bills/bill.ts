import { allowedWhen } from '../allowed-when.ts'
import { addDays, type Day } from '../dates.ts'
import type { Cents } from '../money.ts'

/** The stored phase. Acts and payments change it, the calendar never does. */
export const billPhases = [
  'draft',
  'open',
  'partly_paid',
  'pending',
  'paid',
  'returned',
  'refunded',
  'disputed',
  'cancelled',
] as const
export type BillPhase = (typeof billPhases)[number]

/** The displayed state: the phase, seen on a given day. */
export const billStates = [
  'draft',
  'to_pay',
  'due_soon',
  'overdue',
  'pending',
  'partly_paid',
  'paid',
  'returned',
  'cancelled',
  'refunded',
  'disputed',
] as const
export type BillState = (typeof billStates)[number]

/** An open bill counts as due soon this many days before its due date. */
export const dueSoonDays = 10

/**
 * `next_due_date` is that of the oldest unsettled instalment, null when there is none. On its due date a bill
 * is not overdue yet.
 */
export function billState(bill: { phase: BillPhase; next_due_date: Day | null }, today: Day): BillState {
  const { phase, next_due_date: due } = bill
  const overdue = due !== null && due < today
  if (phase === 'partly_paid') return overdue ? 'overdue' : 'partly_paid'
  if (phase !== 'open') return phase
  if (overdue) return 'overdue'
  return due !== null && due <= addDays(today, dueSoonDays) ? 'due_soon' : 'to_pay'
}

const because: Record<BillPhase, string> = {
  draft: 'È ancora una bozza: prima va emessa.',
  open: 'È da pagare.',
  partly_paid: 'Una parte è già stata pagata.',
  pending: 'Un pagamento è in corso: aspetta che la banca risponda.',
  paid: 'È già pagata.',
  returned: 'La banca ha respinto il pagamento: è di nuovo da pagare.',
  refunded: 'Il pagamento è stato rimborsato: è di nuovo da pagare.',
  disputed: 'Il pagamento è contestato: aspetta la decisione della banca.',
  cancelled: 'È annullata.',
}

/** A bill can be cancelled or edited only while nothing was received, so that every payment keeps the bill that it paid. */
export const billCan = allowedWhen(
  {
    cancel: ['draft', 'open', 'returned', 'refunded'],
    edit: ['draft', 'open', 'returned', 'refunded'],
    credit: ['open', 'partly_paid', 'paid', 'returned', 'refunded'],
    reissue: ['open', 'returned', 'refunded', 'cancelled'],
  },
  because,
)

/** The facts that decide whether a bill can be paid: cents that are not settled, and cents that payments under way hold. */
export type AskingBill = { phase: BillPhase; residue: Cents; pending: Cents }

/**
 * Why a bill cannot be paid, mailed to its payer, reminded or put into a plan now, as a sentence; null if it can. While a
 * payment is pending it cannot: a second attempt could charge twice. A dispute holds only the money that it contests,
 * which counts as settled, so the rest of the bill can be paid.
 */
export function whyNotPay({ phase, residue, pending }: AskingBill): string | null {
  const asking = phase === 'disputed' && residue > 0 ? (pending > 0 ? 'pending' : 'partly_paid') : phase
  return unpaid.includes(asking) ? null : because[asking]
}
const unpaid: readonly BillPhase[] = ['open', 'partly_paid', 'returned', 'refunded']

/**
 * Why a bill cannot be cancelled, as a sentence; null if it can. A bill must stay while it holds received money, even
 * if other money was returned. A bill in an instalment plan can be cancelled only after the plan is withdrawn.
 */
export const whyNotCancel = ({
  phase,
  settled,
  planned,
}: {
  phase: BillPhase
  settled: number
  planned: boolean
}): string | null =>
  billCan.why('cancel', { phase: phase === 'returned' && settled > 0 ? 'partly_paid' : phase }) ??
  (planned ? 'È in un piano di rientro: ritira prima il piano.' : null)
