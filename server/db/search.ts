import { fold } from '@saldo/domain/fold'
import type { Tx } from './connection.ts'
import type { Fragment } from './fragments.ts'
import { containing } from './listing.ts'

export type Searched = 'accounts' | 'subjects' | 'bills' | 'budgets' | 'audit_log'
/** What a text finds among records of one kind: their keys or, when they are many, the patterns that recognise them. */
export type Found = { ids: number[] } | { patterns: string[] }

/**
 * Looks a text up, word by word (`lucia rossi` finds Rossi Lucia), among records of each kind, in one question. Few are
 * named by key, so that an index leads to them; of many the first page is near whatever the order.
 */
export async function find<S extends Searched>(
  tx: Tx,
  text: string,
  among: readonly S[],
): Promise<Record<S, Found>> {
  const patterns = containingWords(text)
  const lookUps = among.map((kind) => lookUp[kind](tx, patterns))
  // How many were found decides the plan of what follows: it is planned for them, not for the average.
  const [row] = await tx`
    select ${lookUps.reduce((one, other) => tx`${one}, ${other}`)}, set_config('plan_cache_mode', 'force_custom_plan', true)`
  const found = among.map((kind) => {
    const ids: number[] = row?.[kind]
    return [kind, ids.length <= few ? { ids } : { patterns }]
  })
  return Object.fromEntries(found)
}
/** As many as are named by key. */
export const few = 1000

const lookUp: Record<Searched, (tx: Tx, patterns: string[]) => Fragment> = {
  accounts: (tx, patterns) => tx`array(select accounts_like(${patterns}, ${few + 1})) as accounts`,
  subjects: (tx, patterns) => tx`array(select subjects_like(${patterns}, ${few + 1})) as subjects`,
  bills: (tx, patterns) => tx`array(select bills_like(${patterns}, ${few + 1})) as bills`,
  budgets: (tx, patterns) => tx`array(select budgets_like(${patterns}, ${few + 1})) as budgets`,
  audit_log: (tx, patterns) => tx`array(select audit_log_like(${patterns}, ${few + 1})) as audit_log`,
}

/** The condition that a record is among those found. `key` is its id, `folded` the text that was searched. */
export const isAmong = (tx: Tx, found: Found, key: Fragment, folded: Fragment): Fragment =>
  'ids' in found ? tx`${key} = any(${found.ids})` : tx`${folded} like all(${found.patterns})`

/**
 * The condition that `folded` has every word; said one by one, since the trigram index does not know `like all`. It serves
 * where no policy stands between it and the rows, as for the back office.
 */
export const likeEach = (tx: Tx, folded: Fragment, patterns: string[]): Fragment =>
  patterns.map((pattern) => tx`${folded} like ${pattern}`).reduce((one, other) => tx`${one} and ${other}`)

/** A pattern for each word, the longest first: the functions ask the index for that one. */
export function containingWords(text: string): string[] {
  const words = fold(text).split(' ').slice(0, mostWords)
  return words.sort((one, other) => other.length - one.length).map(containing)
}
const mostWords = 8
