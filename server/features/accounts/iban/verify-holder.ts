import type { HolderAnswer } from '@saldo/contract/registry/account-iban'
import { ibanAbi } from '@saldo/domain/iban'
import { sandboxAbi } from './bank-of.ts'

/**
 * Whether the holder's name matches the account. This imitates the euro area's Verification of Payee, which only banks
 * and payment institutions can use: for real IBANs the answer is that no check is possible; for the sandbox's test
 * accounts (ABI 99999) the last digit of the account number decides: 2, 5 no match; 3 close match; 4 not possible; any
 * other, match.
 */
export function verifyHolder(iban: string, name: string): { answer: HolderAnswer; name: string | null } {
  if (ibanAbi(iban) !== sandboxAbi) return { answer: 'not_possible', name: null }
  const last = iban.at(-1) ?? ''
  if ('25'.includes(last)) return { answer: 'no_match', name: null }
  if (last === '3') return { answer: 'close_match', name: `${name} Condominio`.toUpperCase() }
  if (last === '4') return { answer: 'not_possible', name: null }
  return { answer: 'match', name: null }
}
