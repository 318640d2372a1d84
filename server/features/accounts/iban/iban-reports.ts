import type { HolderAnswer, IbanReport } from '@saldo/contract/registry/account-iban'
import { checkIban, ibanAbi, ibanReasons, maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import { bankOf, sandboxAbi } from './bank-of.ts'

/**
 * Checks IBANs, with two queries for any number of them; returns reports in the given order. `except`: the condominium
 * they are for, whose own IBAN is no duplicate. Duplicates are looked for among the condominiums visible to the actor.
 */
export async function ibanReports(
  tx: Tx,
  asked: readonly { iban: string; name?: string | undefined }[],
  except: { account_id: number; customer_id: number } | null = null,
): Promise<IbanReport[]> {
  const checked = asked.map(({ iban, name }) => ({ ...checkIban(iban), name }))
  const right = [...new Set(checked.filter(({ valid }) => valid).map(({ iban }) => iban))]
  const [blocked, owners] = await Promise.all([blockedAmong(tx, right), ownersOf(tx, right, except)])
  return checked.map((each) => reportOf(each, blocked.has(each.iban), owners.get(each.iban) ?? null))
}

type Owner = { account_id: number; name: string }

function reportOf(
  { iban, country, reasons, name }: ReturnType<typeof checkIban> & { name?: string | undefined },
  blocked: boolean,
  owner: Owner | null,
): IbanReport {
  const wrong = [
    ...reasons,
    ...(blocked ? (['blacklisted'] as const) : []),
    ...(owner ? (['duplicate'] as const) : []),
  ]
  const bank = reasons.length === 0 ? bankOf(iban) : null
  return {
    iban: maskIban(iban),
    valid: wrong.length === 0,
    reasons: wrong,
    message: messageOf(wrong[0], owner),
    duplicate_of: owner,
    country,
    bank,
    warnings: [
      ...(reasons.length === 0 && ibanAbi(iban) && !bank ? (['unknown_bank'] as const) : []),
      ...(bank && !bank.active ? (['bank_no_longer_active'] as const) : []),
    ],
    holder: name && wrong.length === 0 ? verifyHolder(iban, name) : null,
  }
}

function messageOf(reason: IbanReport['reasons'][number] | undefined, owner: Owner | null): string | null {
  if (reason === undefined) return null
  if (reason === 'duplicate' && owner)
    return `Questo IBAN è già di «${owner.name}»: ogni condominio ha il suo conto.`
  return ibanReasons[reason]
}

async function blockedAmong(tx: Tx, ibans: string[]): Promise<Set<string>> {
  if (ibans.length === 0) return new Set()
  const rows = await tx<{ iban: string }[]>`
    select iban from unnest(${ibans}::text[]) as asked (iban) where iban_is_blocked(iban)`
  return new Set(rows.map(({ iban }) => iban))
}

async function ownersOf(
  tx: Tx,
  ibans: string[],
  except: { account_id: number; customer_id: number } | null,
): Promise<Map<string, Owner>> {
  if (ibans.length === 0) return new Map()
  const others = except
    ? tx`and customer_id = ${except.customer_id} and account_id <> ${except.account_id}`
    : tx``
  const rows = await tx<(Owner & { iban: string })[]>`
    select account_id, name, iban from accounts where iban in ${tx(ibans)} ${others}`
  return new Map(rows.map(({ iban, ...owner }) => [iban, owner]))
}

/**
 * Whether the holder's name matches the account. This imitates the euro area's Verification of Payee, which only banks
 * and payment institutions can use: for real IBANs the answer is that no check is possible; for the sandbox's test
 * accounts (ABI 99999) the last digit of the account number decides: 2, 5 no match; 3 close match; 4 not possible; any
 * other, match.
 */
function verifyHolder(iban: string, name: string): { answer: HolderAnswer; name: string | null } {
  if (ibanAbi(iban) !== sandboxAbi) return { answer: 'not_possible', name: null }
  const last = iban.at(-1) ?? ''
  if ('25'.includes(last)) return { answer: 'no_match', name: null }
  if (last === '3') return { answer: 'close_match', name: `${name} Condominio`.toUpperCase() }
  if (last === '4') return { answer: 'not_possible', name: null }
  return { answer: 'match', name: null }
}
