import { fold } from '@saldo/domain/fold'
import type { Tx } from './connection.ts'
import type { Fragment } from './fragments.ts'
import { containing } from './listing.ts'

export type Searched = 'accounts' | 'subjects' | 'bills' | 'budgets' | 'audit_log'
/**
 * The result of a text search among records of one kind: their ids or, if there are many, the patterns that match them.
 */
export type Found = { ids: number[] } | { patterns: string[] }

/**
 * Searches a text word by word (`lucia rossi` finds Rossi Lucia) among records of each kind, in one query. A few
 * matches are returned as ids, so that an index finds them. For many matches the patterns are returned: then any order
 * finds its first page quickly.
 */
export async function find<S extends Searched>(
  tx: Tx,
  text: string,
  among: readonly S[],
): Promise<Record<S, Found>> {
  const patterns = containingWords(text)
  const lookUps = among.map((kind) => lookUp[kind](tx, patterns))
  // The number of matches decides the plan of the next query, so it is planned for these values, not for the
  // average.
  const [row] = await tx`
    select ${lookUps.reduce((one, other) => tx`${one}, ${other}`)}, set_config('plan_cache_mode', 'force_custom_plan', true)`
  const found = among.map((kind) => {
    const ids: number[] = row?.[kind]
    return [kind, ids.length <= keyListLimit ? { ids } : { patterns }]
  })
  return Object.fromEntries(found)
}
/** At most this many matches are returned as ids. */
export const keyListLimit = 1000

const lookUp: Record<Searched, (tx: Tx, patterns: string[]) => Fragment> = {
  accounts: (tx, patterns) => tx`array(select accounts_like(${patterns}, ${keyListLimit + 1})) as accounts`,
  subjects: (tx, patterns) => tx`array(select subjects_like(${patterns}, ${keyListLimit + 1})) as subjects`,
  bills: (tx, patterns) => tx`array(select bills_like(${patterns}, ${keyListLimit + 1})) as bills`,
  budgets: (tx, patterns) => tx`array(select budgets_like(${patterns}, ${keyListLimit + 1})) as budgets`,
  audit_log: (tx, patterns) =>
    tx`array(select audit_log_like(${patterns}, ${keyListLimit + 1})) as audit_log`,
}

/** The condition that a record is among the search's matches. `key` is its id, `folded` the searched text. */
export const isFound = (tx: Tx, found: Found, key: Fragment, folded: Fragment): Fragment =>
  'ids' in found ? tx`${key} = any(${found.ids})` : tx`${folded} like all(${found.patterns})`

/** The searched text of a person `s`: for a sub-user who may not read people, the name alone. */
export const textOfPerson = (tx: Tx): Fragment =>
  tx`case when (select actor_reads('subjects')) then s.folded else s.name_key end`

/**
 * The condition that `folded` contains every word. One `like` per word, because the trigram index does not support
 * `like all`. Use it only for callers without row-level security policies, such as the back office.
 */
export const matchesAllWords = (tx: Tx, folded: Fragment, patterns: string[]): Fragment =>
  patterns.map((pattern) => tx`${folded} like ${pattern}`).reduce((one, other) => tx`${one} and ${other}`)

/** A `like` pattern for each word, the longest first: the functions search the index with the first one. */
export function containingWords(text: string): string[] {
  const words = fold(text).split(' ').slice(0, mostWords)
  return words.sort((one, other) => other.length - one.length).map(containing)
}
const mostWords = 8
