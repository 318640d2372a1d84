/**
 * A bill read from a sheet, with every field checked; `amount` in positive cents, dates `yyyy-mm-dd`, codes normalised.
 */
export type CandidateBill = {
  sheet: string
  row: number
  condominium_name?: string
  condominium_fiscal_code?: string
  /** The address in the title, or only its city, for a condominium that the import creates. */
  condominium_address?: string
  condominium_city?: string
  iban?: string
  holder: string
  fiscal_code?: string
  email?: string
  phone?: string
  unit?: string
  staircase?: string
  number?: string
  description?: string
  issue_date?: string
  due_date: string
  amount: number
  creditor_reference?: string
  address?: string
  zip_code?: string
  city?: string
  province?: string
  notes?: string
  /** Another person has a bill of the same unit, day and description, too. */
  apart?: true
}
