import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../session/queries.ts'

/** Whether whoever is signed in may change condominiums; a sub-user perhaps may not. */
export function useMayWrite(): boolean {
  const { data: user } = useSuspenseQuery(meQuery)
  return user.permissions === null || user.permissions.includes('accounts:write')
}
