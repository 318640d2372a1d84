import { checkIban } from '../iban.ts'

/** The bank code (ABI) of Poste Italiane. */
const abiOfPoste = '07601'

/**
 * The number of a postal account in twelve digits, from its IBAN; null if the IBAN is not valid or not of Poste Italiane. Slips
 * have no other source for it: a condominium has one account, postal or at a bank (art. 1129 c.c.), whose IBAN was confirmed,
 * while a number alone has no check digits, and with one wrong digit the money would go to a stranger.
 */
export function postalAccountOf(iban: string | null): string | null {
  const checked = checkIban(iban ?? '')
  if (!checked.valid || checked.country !== 'IT' || checked.iban.slice(5, 10) !== abiOfPoste) return null
  const account = checked.iban.slice(15)
  return /^\d{12}$/.test(account) ? account : null
}
