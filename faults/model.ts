import { leastOnline } from '@saldo/domain/payments/partial-payment'
import { seeded, weighted, whole } from './random.ts'

/** Acts on a bill. `server dies`, `answer lost`: a card is charged, or only submitted, and nobody gets the answer. */
const weights = {
  card: 14,
  'card declined': 5,
  '3-D Secure': 6,
  '3-D Secure refused': 3,
  '3-D Secure left open': 5,
  'SEPA debit': 7,
  'SEPA debit fails': 4,
  'SEPA debit comes back': 4,
  Klarna: 4,
  'Klarna refused': 2,
  'server dies after create': 3,
  'server dies after confirm': 4,
  'answer to create lost': 3,
  'answer to confirm lost': 4,
  'cash registered': 8,
  'cash reversed': 6,
  'cash of another amount': 4,
  'refund a part': 12,
  'refund the rest': 5,
  contest: 8,
  'bank decides: won': 6,
  'bank decides: lost': 6,
  'news twice': 5,
  sweep: 6,
  'half an hour passes': 3,
  'two tabs': 4,
  nothing: 1,
}
export type Act = keyof typeof weights

/** In cents. A payment is kept until the payer's bank takes it back; a disputed one still counts as settled. */
export type ModelPayment = {
  amount: number
  refunded: number
  state: 'kept' | 'contested' | 'lost' | 'reversed'
  debit: boolean
  /** The office registered it: the provider does not know it. */
  by_hand?: boolean
  /** It was disputed once: it is neither disputed nor refunded again. */
  was_contested: boolean
}
export type Model = {
  amount: number
  payments: ModelPayment[]
  /** What is pending: it waits for the payer, for the bank, or for polling. */
  open:
    | null
    | { how: 'approval'; amount: number }
    | { how: 'debit'; amount: number; then: 'settles' | 'fails' | 'comes back' }
    | { how: 'silent'; amount: number; charged: boolean }
}

export const modelOf = (amount: number): Model => ({ amount, payments: [], open: null })

export const netOf = ({ amount, refunded, state }: ModelPayment): number =>
  state === 'lost' || state === 'reversed' ? 0 : amount - refunded

export const settledOf = ({ payments }: Model): number =>
  payments.reduce((sum, payment) => sum + netOf(payment), 0)

/** What the provider took and keeps: the office's own registrations are not its business. */
export const keptByProvider = ({ payments }: Model): number =>
  payments.filter(({ by_hand }) => !by_hand).reduce((sum, payment) => sum + netOf(payment), 0)

export const dueOf = (model: Model): number => model.amount - settledOf(model)

/** Whether a new payment is accepted now; a payment whose payer left before the bank's page is replaced. */
export const mayPay = (model: Model): boolean =>
  (model.open === null || model.open.how === 'approval') &&
  dueOf(model) >= leastOnline &&
  !model.payments.some(({ state }) => state === 'contested')

/** Whether the office may register money: what waits for the payer or the bank is not free. */
export const mayRegister = (model: Model): boolean =>
  model.open === null && dueOf(model) > 0 && !model.payments.some(({ state }) => state === 'contested')

/** The payment to refund or dispute: the last one with money left. */
export const refundableOf = ({ payments }: Model): ModelPayment | undefined =>
  payments.findLast(
    (payment) => payment.state === 'kept' && !payment.by_hand && !payment.was_contested && netOf(payment) > 0,
  )

/** The registration to reverse: the last one that holds. */
export const reversibleOf = ({ payments }: Model): ModelPayment | undefined =>
  payments.findLast(({ by_hand, state }) => by_hand && state === 'kept')

export const contestedOf = ({ payments }: Model): ModelPayment | undefined =>
  payments.findLast(({ state }) => state === 'contested')

/** Whether an act makes sense now; paying always does, if only to be refused. */
export function fitting(model: Model, act: Act): boolean {
  switch (act) {
    case 'refund a part':
    case 'refund the rest':
    case 'contest':
      return refundableOf(model) !== undefined
    case 'cash registered':
      return mayRegister(model)
    case 'cash reversed':
    case 'cash of another amount':
      return reversibleOf(model) !== undefined
    case 'bank decides: won':
    case 'bank decides: lost':
      return contestedOf(model) !== undefined
    default:
      return true
  }
}

/** The next random act that makes sense. */
export function draw(model: Model, seed: number): Act {
  const random = seeded(seed)
  for (;;) {
    const act = weighted<Act>(random, weights)
    if (fitting(model, act)) return act
  }
}

/** A part of what is left in cents, the same for the same seed. */
export const partOf = (left: number, seed: number): number => 1 + whole(seeded(seed + 1), left)
