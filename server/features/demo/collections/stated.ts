import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'

/** A movement as the bank knows it: credits are positive. */
export type StatedMovement = {
  /** The bank's own reference, different for each movement of the account. */
  reference: string
  booked_on: Day
  amount: Cents
  /** `batch`: the sum of a file that was presented; `return`: a debit that came back; `own`: interest, fees. */
  kind: 'transfer' | 'batch' | 'return' | 'own'
  party_name: string | null
  party_iban: string | null
  party_fiscal_code: string | null
  structured_reference: string | null
  end_to_end_id: string | null
  mandate_reference: string | null
  batch_reference: string | null
  return_reason: string | null
  text: string
}

/** An account of which the bank gives a statement, from one day to another, both included. */
export type StatedAccount = {
  iban: string
  holder: string
  opening: Cents
  from: Day
  to: Day
  movements: readonly StatedMovement[]
}

/** A movement of which the bank says only this. */
export const stated = (
  of: Partial<StatedMovement> & Pick<StatedMovement, 'reference' | 'booked_on' | 'amount' | 'kind'>,
): StatedMovement => ({
  ...{ party_name: null, party_iban: null, party_fiscal_code: null, structured_reference: null },
  ...{ end_to_end_id: null, mandate_reference: null, batch_reference: null, return_reason: null, text: '' },
  ...of,
})

export const closingOf = ({ opening, movements }: StatedAccount): Cents =>
  movements.reduce((sum, { amount }) => sum + amount, opening)

/** `1234.05` without a sign. */
export const decimal = (cents: Cents): string =>
  `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
