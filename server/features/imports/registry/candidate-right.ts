import type { RightKind } from '@saldo/contract/units'

/**
 * Somebody's right in a unit as a sheet says it, every field checked: what it says of the condominium, of the unit, of the
 * person and of their right. `amount` is the balance of the year before in cents, negative what is owed, 0 nothing; it is that of the
 * end of `opening_date`, or of the day that is said for the whole import.
 * `weights`: name of the table → ten-thousandths.
 */
export type CandidateRight = {
  sheet: string
  row: number
  condominium_name?: string
  condominium_fiscal_code?: string
  iban?: string
  staircase?: string
  unit: string
  use?: string
  floor?: string
  cadastral_sheet?: string
  cadastral_parcel?: string
  cadastral_subunit?: string
  cadastral_category?: string
  right_kind: RightKind
  share_numerator?: number
  share_denominator?: number
  since?: string
  until?: string
  pays?: boolean
  holder: string
  fiscal_code?: string
  email?: string
  phone?: string
  address?: string
  zip_code?: string
  city?: string
  province?: string
  amount: number
  opening_date?: string
  weights?: Record<string, number>
}
