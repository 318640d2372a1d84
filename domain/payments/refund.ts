import { addDays, type Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import { type PaymentState, paymentCan } from './payment.ts'
import type { PaymentMethod } from './payment-method.ts'

/**
 * The allowed state changes of a refund. `recorded`: the provider has not been called yet; `unknown`: it did not
 * answer. Even a successful refund may fail later, when the payer's bank does not accept the money. The database's
 * refund_may_move has the same table.
 */
export const refundTransitions = {
  recorded: ['unknown', 'pending', 'requires_action', 'succeeded', 'failed', 'cancelled'],
  unknown: ['pending', 'requires_action', 'succeeded', 'failed', 'cancelled'],
  pending: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['pending', 'succeeded', 'failed', 'cancelled'],
  succeeded: ['failed'],
  failed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>
export type RefundState = keyof typeof refundTransitions
export const refundStates = Object.keys(refundTransitions) as [RefundState, ...RefundState[]]

export const mayMoveRefund = (from: RefundState, to: RefundState): boolean =>
  (refundTransitions[from] as readonly RefundState[]).includes(to)

/** Whether the money has left: from the day the bank is asked, not from the day it arrives. */
export const isGivenBack = (state: RefundState): boolean =>
  state === 'pending' || state === 'requires_action' || state === 'succeeded'

/** The provider's own three reasons. */
export const refundReasons = {
  requested_by_customer: 'Chiesto da chi ha pagato',
  duplicate: 'Pagato due volte',
  fraudulent: 'Pagamento non autorizzato',
} as const
export type RefundReason = keyof typeof refundReasons
export const refundReasonNames = Object.keys(refundReasons) as [RefundReason, ...RefundReason[]]

/** Why the provider refused a refund, or why it failed later, by its code. */
const failures: Readonly<Record<string, string>> = {
  charge_disputed: 'Il pagamento è contestato presso la banca: non si rimborsa finché non ha deciso.',
  charge_already_refunded: 'Il pagamento risulta già rimborsato tutto.',
  charge_not_refundable: 'Il provider non rimborsa più questo pagamento.',
  balance_insufficient: 'Sul conto del provider non c’è abbastanza denaro per rimborsare.',
  insufficient_funds: 'Sul conto del provider non c’è abbastanza denaro per rimborsare.',
  lost_or_stolen_card: 'La carta è stata bloccata: la banca ha rimandato indietro il rimborso.',
  expired_or_canceled_card: 'La carta non è più valida: la banca ha rimandato indietro il rimborso.',
  charge_for_pending_refund_disputed: 'Nel frattempo il pagamento è stato contestato presso la banca.',
  declined: 'La banca non ha accettato il rimborso.',
  merchant_request: 'Il rimborso è stato annullato.',
  never_asked: 'La richiesta non è mai arrivata al provider: nessun denaro è uscito.',
}
export const refundFailure = (code: string | null | undefined): string =>
  (code && Object.hasOwn(failures, code) && failures[code]) ||
  'La banca di chi ha pagato non ha preso il rimborso. Accordati per un bonifico.'

/** Days after the payment within which the provider gives back (Stripe: SEPA and Klarna 180); cards have no limit of their own. */
const refundableDays: Partial<Record<PaymentMethod, number>> = { SEPA_DEBIT: 180, KLARNA: 180 }

export type RefundablePayment = {
  state: PaymentState
  method: PaymentMethod
  amount: Cents
  refunded: Cents
  refunding: Cents
  /** Rome's day on which the money arrived. */
  settled_on: Day | null
  /** Null: no provider knows the payment, so its limit does not count. */
  provider_account?: string | null
}

/** Cents that may still be given back. */
export const refundable = ({ amount, refunded, refunding }: RefundablePayment): Cents =>
  amount - refunded - refunding

/** Why a payment cannot be refunded today, as a sentence; null if it can, at least in part. */
export function whyNotRefund(payment: RefundablePayment, today: Day): string | null {
  const why = paymentCan.why('refund', { phase: payment.state })
  if (why) return why
  const days = refundableDays[payment.method]
  if (
    days &&
    payment.provider_account !== null &&
    payment.settled_on &&
    addDays(payment.settled_on, days) < today
  )
    return `Il provider rimborsa questi pagamenti entro ${days} giorni: accordati per un bonifico.`
  if (refundable(payment) === 0) return 'È già stato rimborsato, o il rimborso è in corso.'
  return null
}

/** Cents of something that a payment settles. */
type Settled = { amount: Cents }

/**
 * Splits a returned `amount` and computes what the payment still settles. The amount is taken first from the payer's credit, which
 * settles nothing, then from the debts due last (`parts` are in order of due date), so that the oldest stay paid.
 * `left` is the amount that exceeds everything. amount = given credit + given parts + `left`.
 */
export function takeBack<P extends Settled>(
  amount: Cents,
  parts: readonly P[],
  credit: Cents = 0,
): { parts: P[]; taken: P[]; credit: Cents; left: Cents } {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`)
  const ofCredit = Math.min(amount, credit)
  let left = amount - ofCredit
  const kept: P[] = []
  const taken: P[] = []
  for (const part of parts.toReversed()) {
    const back = Math.min(left, part.amount)
    left -= back
    if (back > 0) taken.push({ ...part, amount: back })
    if (back < part.amount) kept.push({ ...part, amount: part.amount - back })
  }
  return { parts: kept.reverse(), taken: taken.reverse(), credit: credit - ofCredit, left }
}

/**
 * Undoes `takeBack`: the `taken` parts settle their debts again, up to `free` cents each, because a debt may have been
 * paid in another way since. The rest becomes the payer's credit. `key` identifies a part's debt.
 */
export function restoreInstalments<P extends Settled>(
  parts: readonly P[],
  taken: readonly (P & { free: Cents })[],
  key: (part: P) => number,
): { parts: P[]; credit: Cents } {
  const after = new Map(parts.map((part) => [key(part), { ...part }]))
  let credit = 0
  for (const { free, ...rest } of taken) {
    const part = rest as unknown as P
    const again = Math.min(part.amount, Math.max(free, 0))
    credit += part.amount - again
    if (again === 0) continue
    const before = after.get(key(part))
    after.set(key(part), { ...part, amount: (before?.amount ?? 0) + again })
  }
  return { parts: [...after.values()], credit }
}

/**
 * Distributes `amount` cents of a bill over the instalments (`rooms`) that they can settle again: first those they came
 * from (`amount` of each room), up to their `free` cents, then the others of the bill. The rest is added to the first
 * room although it is not free there.
 */
export function splitByCapacity<R extends Settled & { free: Cents }>(
  amount: Cents,
  rooms: readonly R[],
): R[] {
  const given = rooms.map((room) => Math.max(0, Math.min(room.amount, room.free)))
  let left = amount - given.reduce((sum, cents) => sum + cents, 0)
  for (const [at, room] of rooms.entries()) {
    const more = Math.max(0, Math.min(left, room.free - (given[at] ?? 0)))
    given[at] = (given[at] ?? 0) + more
    left -= more
  }
  return rooms
    .map((room, at) => ({ ...room, free: given[at] ?? 0, amount: (given[at] ?? 0) + (at === 0 ? left : 0) }))
    .filter((part) => part.amount > 0)
}
