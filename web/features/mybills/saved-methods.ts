import type { Group } from './my-bills-query.ts'

export type Saved = Group['saved'][number]
/** A saved method, the condominiums that it can pay and, of the others, why not. */
export type SavedWay = { method: Saved; pays: Group[]; not: { group: Group; why: string }[] }

/** The saved methods of the payer for these condominiums: what pays the most first, else in the given order. */
export function savedWays(groups: readonly Group[]): SavedWay[] {
  const methods = new Map<number, Saved>()
  for (const { saved } of groups) for (const method of saved) methods.set(method.source_id, method)
  return [...methods.values()]
    .map((method) => {
      const of = groups.map((group) => ({
        group,
        why: group.saved.find(({ source_id }) => source_id === method.source_id)?.why_not ?? null,
        known: group.saved.some(({ source_id }) => source_id === method.source_id),
      }))
      return {
        method,
        pays: of.filter(({ why, known }) => known && why === null).map(({ group }) => group),
        not: of.flatMap(({ group, why, known }) =>
          why !== null ? [{ group, why }] : known ? [] : [{ group, why: 'Qui non si può pagare online.' }],
        ),
      }
    })
    .toSorted((one, other) => other.pays.length - one.pays.length)
}
