import type { Permission } from '@saldo/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from './queries.ts'

/** Whether these grants (null: no sub-user, who may do all that their role may) hold the permission. */
export const mayWith = (granted: readonly string[] | null, permission: Permission): boolean =>
  granted === null || granted.includes(permission)

/**
 * Whether whoever is signed in was granted this by their office: `useMay('bills:write')`. What they may not do is left
 * out of the screen; the server refuses it all the same. Before it is known who they are: no.
 */
export function useMay(permission: Permission): boolean {
  const { data: user } = useQuery(meQuery)
  return user !== undefined && mayWith(user.permissions, permission)
}
