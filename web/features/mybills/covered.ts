import type { Group } from './my-bills-query.ts'

export const onlineWays = ['CARD', 'SEPA_DEBIT'] as const
export type Way = (typeof onlineWays)[number] | 'BANK_TRANSFER'

/** The condominiums that take this way. The provider's own fields serve one account of ours, so the others pay apart. */
export function covered(way: Way, groups: readonly Group[]): Group[] {
  const of = groups.filter(({ pay: online, transfers }) =>
    way === 'BANK_TRANSFER' ? transfers.length > 0 : online?.methods.includes(way),
  )
  const key = of[0]?.pay?.publishable_key
  return way === 'BANK_TRANSFER'
    ? of
    : of.filter(({ pay: online }) => online?.api_base !== null || online.publishable_key === key)
}

/**
 * What a chosen way opens: the transfers, also of condominiums that take nothing online, or the form of the first that it
 * covers. Null: it covers none.
 */
export function openedBy(
  way: Way,
  [first]: readonly Group[],
): 'transfers' | { first: Group; online: NonNullable<Group['pay']> } | null {
  if (!first) return null
  if (way === 'BANK_TRANSFER') return 'transfers'
  return first.pay && { first, online: first.pay }
}
