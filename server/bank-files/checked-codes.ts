import { checkIban } from '@saldo/domain/iban'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'

/** Null for `NOTPROVIDED`, which stands where a format wants a reference and there is none. */
export const provided = (reference: string | null): string | null =>
  reference === null || reference === '' || /^NOT ?PROVIDED$/i.test(reference) ? null : reference

/** The IBAN of the other side, normalised; null if it fails its checks. */
export function validIban(text: string | null): string | null {
  const { valid, iban } = checkIban(text ?? '')
  return valid ? iban : null
}

/** The tax code or VAT number of the other side, normalised; null if it fails its checks. */
export function validFiscalCode(text: string | null): string | null {
  const { valid, fiscal_code } = checkFiscalCode(text ?? '')
  return valid ? fiscal_code : null
}
