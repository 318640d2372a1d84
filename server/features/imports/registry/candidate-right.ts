import type { RightKind } from '@saldo/domain/right-holder'

/**
 * A person's right in a unit as read from a sheet, with every field checked: condominium, unit, person, right. `amount`
 * is the opening balance in cents, negative when owed, 0 when nothing. Its day is `opening_date`, or the one chosen for
 * the whole import. `weights`: table name → ten-thousandths.
 */
export type CandidateRight = {
  sheet: string
  row: number
  condominium_name?: string
  condominium_fiscal_code?: string
  /** The address in the title, or only its city, for a condominium that the import creates. */
  condominium_address?: string
  condominium_city?: string
  iban?: string
  staircase?: string
  unit: string
  use?: string
  /** The sheet's word for a garage or cellar of another kind: `Posto auto`. */
  called?: string
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
  pec?: string
  phone?: string
  address?: string
  zip_code?: string
  city?: string
  province?: string
  amount: number
  opening_date?: string
  /** The sheet says that nothing is owed, instead of saying nothing. */
  opening_zero?: true
  weights?: Record<string, number>
  /** The weights are this person's own: those of the unit's people are added. */
  weights_add?: true
}
