import { addMonths, type Day } from '../dates.ts'

/** `draft`: not confirmed by the provider yet; `expired`: 36 months without a collection. */
export const mandateStates = ['draft', 'active', 'suspended', 'revoked', 'expired'] as const
export type MandateState = (typeof mandateStates)[number]

export const mandateStateLabels: Record<MandateState, string> = {
  draft: 'Bozza',
  active: 'Attivo',
  suspended: 'Sospeso',
  revoked: 'Revocato',
  expired: 'Estinto',
}

/** EPC rulebook for core debits: a mandate lapses when nothing was collected with it for so many months. */
export const mandateLapsesAfterMonths = 36

/** The first day on which an unused mandate no longer holds; `last` is the last collection or, without any, the signing. */
export const mandateLapsesOn = (last: Day): Day => addMonths(last, mandateLapsesAfterMonths)

/** Days between notice and collection that the mandate's text agrees on, instead of the rulebook's fourteen. */
export const agreedNoticeDays = 3
