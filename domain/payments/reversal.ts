import type { Cents } from '../money.ts'
import { type PaymentState, paymentCan } from './payment.ts'
import { isRegisteredByHand, type PaymentMethod } from './payment-method.ts'

/** Why the office reverses a registration. With the first two the right collection is registered in the same act. */
export const officeReversalReasons = {
  other_person: 'Ha pagato un’altra persona',
  other_amount: 'L’importo era un altro',
  by_mistake: 'Registrato per errore',
} as const
export type OfficeReversalReason = keyof typeof officeReversalReasons
export const officeReversalReasonNames = Object.keys(officeReversalReasons) as [
  OfficeReversalReason,
  ...OfficeReversalReason[],
]
/** All reasons: a statement may also say that the bank took the money back. */
export const reversalReasons = { ...officeReversalReasons, by_bank: 'La banca ha ripreso il denaro' } as const
export type ReversalReason = keyof typeof reversalReasons
export const reversalReasonNames = Object.keys(reversalReasons) as [ReversalReason, ...ReversalReason[]]

export const isReplaced = (reason: ReversalReason): boolean =>
  reason === 'other_person' || reason === 'other_amount'

export type ReversiblePayment = {
  state: PaymentState
  method: PaymentMethod
  refunded: Cents
  refunding: Cents
}

/**
 * Why the registration of a payment cannot be reversed, as a sentence; null if it can. Only what the office registered
 * can be a slip of the office: other money is refunded.
 */
export function whyNotReverse({ state, method, refunded, refunding }: ReversiblePayment): string | null {
  if (!isRegisteredByHand(method)) return 'Si storna solo un incasso registrato a mano: questo si rimborsa.'
  if (state === 'reversed') return 'È già stornato.'
  if (refunded > 0 || refunding > 0)
    return 'È già stato rimborsato, anche solo in parte: il denaro è uscito davvero, quindi non si storna.'
  return paymentCan.why('reverse', { phase: state })
}
