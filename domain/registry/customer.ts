import { isEmail } from './email.ts'
import { checkFiscalCode, checkVatNumber, fiscalCodeReasons, vatNumberReasons } from './fiscal-code.ts'
import { isProvince } from './province.ts'

/** A customer's data as somebody typed them. */
export type CustomerData = {
  business_name?: string | null
  address?: string | null
  city?: string | null
  zip_code?: string | null
  prov?: string | null
  fiscal_code?: string | null
  vat_number?: string | null
  primary_email?: string | null
}

/** The Italian names of the fields, for messages about missing data. */
export const customerFieldNames = {
  business_name: 'Ragione sociale',
  address: 'Indirizzo',
  city: 'Comune',
  zip_code: 'CAP',
  prov: 'Provincia',
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  primary_email: 'E-mail',
} as const
export type CustomerField = keyof typeof customerFieldNames

/**
 * The data that are missing before somebody can be a customer, by field, as Italian sentences: name, tax number of
 * either kind (for invoices), address and e-mail. Empty if nothing is missing.
 */
export function missingOfCustomer(data: CustomerData): Partial<Record<CustomerField, string>> {
  const missing: Partial<Record<CustomerField, string>> = {}
  const has = (field: CustomerField) => (data[field] ?? '').trim() !== ''
  const need = (field: CustomerField, sentence: string) => {
    if (!has(field)) missing[field] = sentence
  }
  need('business_name', 'Scrivi la ragione sociale.')
  if (!has('vat_number') && !has('fiscal_code'))
    missing.vat_number = 'Serve la partita IVA, o il codice fiscale.'
  if (has('vat_number')) {
    const [reason] = checkVatNumber(data.vat_number ?? '').reasons
    if (reason) missing.vat_number = vatNumberReasons[reason]
  }
  if (has('fiscal_code')) {
    const [reason] = checkFiscalCode(data.fiscal_code ?? '').reasons
    if (reason) missing.fiscal_code = fiscalCodeReasons[reason]
  }
  need('address', 'Scrivi l’indirizzo.')
  need('city', 'Scrivi il comune.')
  if (!/^\d{5}$/.test((data.zip_code ?? '').trim())) missing.zip_code = 'Il CAP ha cinque cifre.'
  if (!isProvince((data.prov ?? '').trim().toUpperCase()))
    missing.prov = 'Scrivi la sigla della provincia, per esempio MI.'
  if (!isEmail((data.primary_email ?? '').trim()))
    missing.primary_email = has('primary_email')
      ? 'Questo indirizzo e-mail non è completo.'
      : 'Scrivi un indirizzo e-mail.'
  return missing
}
