import { type Day, nextTargetDay } from '../dates.ts'

/**
 * A credit given back by bank transfer. `waiting`: in no file yet; `ordered`: in a file for the bank; `executed`: the bank
 * has paid; `rejected`: the bank did not pay; `returned`: the money came back; `cancelled`: the office did not send it.
 */
export const creditRefundStates = [
  'waiting',
  'ordered',
  'executed',
  'rejected',
  'returned',
  'cancelled',
] as const
export type CreditRefundState = (typeof creditRefundStates)[number]
export const creditRefundStateLabels: Record<CreditRefundState, string> = {
  waiting: 'Da disporre',
  ordered: 'In banca',
  executed: 'Restituito',
  rejected: 'Rifiutato dalla banca',
  returned: 'Tornato indietro',
  cancelled: 'Annullato',
}

/** While a refund is in one of these states, its amount can be used for nothing else. */
export const isHeld = (state: CreditRefundState): boolean => state === 'waiting' || state === 'ordered'

export const ibanOrigins = ['transfer', 'mandate', 'typed'] as const
export type IbanOrigin = (typeof ibanOrigins)[number]
export const ibanOriginLabels: Record<IbanOrigin, string> = {
  transfer: 'dal bonifico ricevuto',
  mandate: 'dal mandato di addebito',
  typed: 'scritto a mano',
}

/** The first day on which a bank can execute an order that it gets today: the next one on which banks settle. */
export const firstExecutionDay = (today: Day): Day => nextTargetDay(today)

/** The reference of a refund in a text of a bank, such as `SALDO-R12`; null if there is none, or more than one. */
export function refundReferenceIn(text: string): string | null {
  const found = new Set(text.toUpperCase().match(/\bSALDO-R\d{1,18}\b/g) ?? [])
  return found.size === 1 ? ([...found][0] as string) : null
}
