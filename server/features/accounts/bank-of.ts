import { readFileSync } from 'node:fs'
import type { Bank } from '@saldo/contract/account-iban'
import { ibanAbi } from '@saldo/domain/iban'

/**
 * ABI code → bank, in `banks.json`: name, BIC and whether the bank was still active in March 2025. From the register of
 * banks of the Banca d'Italia (GIAVA) and the list of the schwifty project (MIT). Merged banks stay: their IBANs circulate.
 */
const banks: ReadonlyMap<string, Bank> = new Map(
  (
    JSON.parse(readFileSync(new URL('banks.json', import.meta.url), 'utf8')) as [
      string,
      string,
      string | null,
      boolean,
    ][]
  ).map(([abi, name, bic, active]) => [abi, { abi, name, bic, active }]),
)

/** Where the sandbox's test accounts are: no real bank has this code. */
export const sandboxAbi = '99999'
const sandboxBank: Bank = { abi: sandboxAbi, name: 'Banca di prova', bic: null, active: true }

/** The bank of an Italian or San Marino IBAN; null for a foreign one, or a code that the register does not have. */
export function bankOf(iban: string): Bank | null {
  const abi = ibanAbi(iban)
  if (abi === null) return null
  return abi === sandboxAbi ? sandboxBank : (banks.get(abi) ?? null)
}
