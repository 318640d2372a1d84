import { readFileSync } from 'node:fs'
import type { Bank } from '@saldo/contract/registry/account-iban'
import { ibanAbi } from '@saldo/domain/iban'

/**
 * ABI code → bank, in `banks.json`: name, BIC and whether the bank was still active in March 2025. From the register of
 * banks of the Banca d'Italia (GIAVA) and the list of the schwifty project (MIT). Merged banks are kept, because their
 * IBANs are still in use.
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

/** The ABI of the sandbox's test accounts; no real bank has it. */
export const sandboxAbi = '99999'
const sandboxBank: Bank = { abi: sandboxAbi, name: 'Banca di prova', bic: null, active: true }

/** The bank of an Italian or San Marino IBAN; null for other countries and unknown codes. */
export function bankOf(iban: string): Bank | null {
  const abi = ibanAbi(iban)
  if (abi === null) return null
  return abi === sandboxAbi ? sandboxBank : (banks.get(abi) ?? null)
}
