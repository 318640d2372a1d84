import type { Permission } from '@saldo/contract/sections'
import type { Section } from '@saldo/domain/section'
// This contract file has no schemas, so it adds next to nothing to the bundle.
import { sectionNames } from '@saldo/domain/section'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../queries.ts'

/** Whether the grants include the permission. Null: not a sub-user, so not restricted. */
export const includesPermission = (granted: readonly string[] | null, permission: Permission): boolean =>
  granted === null || granted.includes(permission)

/**
 * Whether the signed-in user has the permission: `usePermission('bills:write')`. Forbidden acts are left out of lists
 * and explained on records; the server refuses them in any case. False until the user is loaded.
 */
export function usePermission(permission: Permission): boolean {
  const { data: user } = useQuery(meQuery)
  return user !== undefined && includesPermission(user.permissions, permission)
}

/** Why the signed-in user may not, as a sentence for a disabled button; null if they may. */
export const useRefusalReason = (permission: Permission): string | null =>
  usePermission(permission) ? null : refusalReason(permission)

/**
 * Why a sub-user may not do what only people with all permissions do, whatever they were granted: a sentence for a disabled
 * button; null for all others. A sub-user without the permission hears that first.
 */
export function useFullUserReason(permission: Permission, what: string): string | null {
  const refused = useRefusalReason(permission)
  const { data: user } = useQuery(meQuery)
  if (refused) return refused
  return user?.permissions === null
    ? null
    : `${what} solo chi nello studio ha tutti i permessi: chiedilo a un collega.`
}

/** The server's sentence for a missing permission. */
export function refusalReason(permission: Permission): string {
  const [section, level] = permission.split(':') as [Section, string]
  const act = level === 'read' ? 'vedere' : 'modificare'
  return `Ti serve il permesso di ${act} «${sectionNames[section]}»: chiedilo a chi gestisce lo studio.`
}
