import { allowedWhen } from '../allowed-when.ts'
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

/**
 * The allowed changes of state. A suspended mandate may be used again once the office has cleared up why; one that was
 * revoked or has lapsed never: collecting by it would be unauthorised for thirteen months.
 */
export const mandateTransitions = {
  draft: ['active', 'suspended', 'revoked', 'expired'],
  active: ['suspended', 'revoked', 'expired'],
  suspended: ['active', 'revoked', 'expired'],
  revoked: [],
  expired: [],
} as const satisfies Record<MandateState, readonly MandateState[]>

/** An unchanged state is not a move. */
export const mayMoveMandate = (from: MandateState, to: MandateState): boolean =>
  (mandateTransitions[from] as readonly MandateState[]).includes(to)

/** What is allowed on a mandate. An amendment (another IBAN, another reference) keeps the state. */
export const mandateCan = allowedWhen(
  {
    collect: ['active'],
    amend: ['draft', 'active', 'suspended'],
    suspend: ['active'],
    resume: ['suspended'],
    revoke: ['draft', 'active', 'suspended'],
  },
  {
    draft: 'Il mandato è una bozza: manca la firma o la conferma.',
    active: 'Il mandato è attivo.',
    suspended: 'Il mandato è sospeso.',
    revoked: 'Il mandato è revocato: ne serve uno nuovo.',
    expired: 'Il mandato è estinto perché non è stato usato per 36 mesi: ne serve uno nuovo.',
  } satisfies Record<MandateState, string>,
)

/**
 * The unique mandate reference (UMR) of a mandate that we make: the number of the mandate, which no other mandate of
 * any creditor has here, after letters that other programs are unlikely to use.
 */
export const makeMandateReference = (mandate_id: number): string =>
  `SALDO-${String(mandate_id).padStart(9, '0')}`

/** EPC rulebook for core debits: a mandate lapses when nothing was collected with it for so many months. */
export const mandateLapsesAfterMonths = 36

/** The first day on which an unused mandate no longer holds; `last` is the last collection or, without any, the signing. */
export const mandateLapsesOn = (last: Day): Day => addMonths(last, mandateLapsesAfterMonths)

/** Days between notice and collection that the mandate's text agrees on, instead of the rulebook's fourteen. */
export const agreedNoticeDays = 3
