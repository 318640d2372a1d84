import { mod97 } from '../mod97.ts'

export type CreditorIdReason = 'format' | 'length' | 'check'
export const creditorIdReasons: Record<CreditorIdReason, string> = {
  format: 'Un identificativo del creditore italiano è come IT66ZZZA1B2C3D4E5F6G7H8.',
  length: 'Il numero di caratteri non torna: l’identificativo del creditore ne ha 23.',
  check: 'Manca una cifra o una è sbagliata: ricontrolla l’identificativo del creditore.',
}

/**
 * The Italian SEPA creditor identifier (CID), 23 characters: IT, two check digits, a business code of three
 * that the check ignores, and 16 characters of tax code (11 digits get five zeros on the left).
 */
export function checkCreditorId(text: string): {
  valid: boolean
  creditor_id: string
  reasons: CreditorIdReason[]
} {
  const creditor_id = compact(text)
  const reason = invalidReason(creditor_id)
  return { valid: reason === null, creditor_id, reasons: reason ? [reason] : [] }
}

/**
 * The identifier of the creditor with this tax code (11 or 16 characters). Throws RangeError for a code of another
 * length.
 */
export function makeCreditorId(tax_code: string, business_code = 'ZZZ'): string {
  const code = compact(tax_code).replace(/^\d{11}$/, '00000$&')
  const business = compact(business_code)
  if (!/^[0-9A-Z]{16}$/.test(code)) throw new RangeError(`not a tax code: ${tax_code}`)
  if (!/^[0-9A-Z]{3}$/.test(business)) throw new RangeError(`not a business code: ${business_code}`)
  return `IT${checkDigits(code)}${business}${code}`
}

const compact = (text: string): string =>
  text.replace(/\s/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())

function invalidReason(creditorId: string): CreditorIdReason | null {
  if (!/^IT\d\d[0-9A-Z]+$/.test(creditorId)) return 'format'
  if (creditorId.length !== 23) return 'length'
  return checkDigits(creditorId.slice(7)) === creditorId.slice(2, 4) ? null : 'check'
}

const checkDigits = (code: string): string => String(98 - mod97(`${code}IT00`)).padStart(2, '0')
