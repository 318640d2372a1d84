import type { Permission, Section } from '@saldo/contract/sections'
// The names of the sections stand in the contract, without its schemas: they weigh next to nothing.
import { sectionNames } from '@saldo/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from './queries.ts'

/** Whether these grants (null: no sub-user, who may do all that their role may) hold the permission. */
export const includesPermission = (granted: readonly string[] | null, permission: Permission): boolean =>
  granted === null || granted.includes(permission)

/**
 * Whether whoever is signed in was granted this by their office: `usePermission('bills:write')`. What they may not do is left
 * out of lists and explained on records; the server refuses it all the same. Before it is known who they are: no.
 */
export function usePermission(permission: Permission): boolean {
  const { data: user } = useQuery(meQuery)
  return user !== undefined && includesPermission(user.permissions, permission)
}

/** The same as a reason for what is off: null when they may. */
export const useRefusalReason = (permission: Permission): string | null =>
  usePermission(permission) ? null : refusalReason(permission)

/** The sentence of the server, for what is not even tried. */
export function refusalReason(permission: Permission): string {
  const [section, level] = permission.split(':') as [Section, string]
  const act = level === 'read' ? 'vedere' : 'modificare'
  return `Ti serve il permesso di ${act} «${sectionNames[section]}»: chiedilo a chi gestisce l’ufficio.`
}
