import type { Group } from './my-bills-query.ts'
import { groupKey } from './pay-each.ts'

/** Why the last act did not pay a condominium. It lasts as long as the page: after a reload the server is asked again. */
const reasons = new Map<string, string>()

export const rememberWhy = (group: Group, why: string): void => {
  reasons.set(groupKey(group), why)
}
export const whyUnpaid = (group: Group): string | null => reasons.get(groupKey(group)) ?? null
