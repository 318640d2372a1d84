import { fold } from '@saldo/domain/fold'
import type { Tx } from '../../../db/connection.ts'

/**
 * A condominium that the file would create, with those of the office and the `others` that the file would create whose
 * names are almost the same.
 */
export type SimilarAccount = {
  name: string
  accounts: { account_id: number; name: string }[]
  others: string[]
}

/**
 * The new condominiums of an import whose name is like that of one that exists: probably the same, written in another
 * way, and then its bills would end up in two. A tax code in the file settles it, so those are left out.
 */
export async function similarAccounts(tx: Tx, import_id: number): Promise<SimilarAccount[]> {
  const fresh = await tx<{ name: string }[]>`
    select distinct candidate->>'condominium_name' as name from import_rows
    where import_id = ${import_id} and account_id is null and amount is not null
      and status in ('new', 'changed', 'warning') and candidate->>'condominium_fiscal_code' is null
    order by name
    limit 200`
  if (fresh.length === 0) return []
  const accounts = await tx<{ account_id: number; name: string }[]>`
    select account_id, name from accounts order by account_id limit 20000`
  const byWord = new Map<string, Set<(typeof accounts)[number]>>()
  for (const account of accounts)
    for (const word of wordsOf(account.name)) {
      const some = byWord.get(word) ?? new Set()
      byWord.set(word, some.add(account))
    }
  return fresh.flatMap(({ name }, place) => {
    const near = new Set([...wordsOf(name)].flatMap((word) => [...(byWord.get(word) ?? [])]))
    const alike = [...near].filter((account) => areAlike(name, account.name)).slice(0, 5)
    const others = fresh
      .slice(0, place)
      .filter((other) => areAlike(name, other.name))
      .map((other) => other.name)
    return alike.length + others.length > 0 ? [{ name, accounts: alike, others }] : []
  })
}

/** Whether two names differ only in words that every condominium may have, or one has all words of the other. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.size === 0 || b.size === 0) return false
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  const [numbers, others] = [numbersOf(few), numbersOf(many)]
  // `Aurora` may be `Aurora, Via Po 3`, but Via Po 3 is not Via Po 5.
  return (
    [...few].every((word) => many.has(word)) && (numbers.length === 0 || numbers.join() === others.join())
  )
}

const numbersOf = (words: ReadonlySet<string>) => [...words].filter((word) => /\d/.test(word)).sort()

const EVERY = new Set(
  'condominio cond stabile edificio residenza residence palazzo di del della dei degli delle il lo la i gli le in via viale piazza corso n'.split(
    ' ',
  ),
)
const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    fold(name)
      .replace(/[^a-z0-9]+/g, ' ')
      .split(' ')
      .filter((word) => word !== '' && !EVERY.has(word)),
  )
