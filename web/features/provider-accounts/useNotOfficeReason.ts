import { useQuery } from '@tanstack/react-query'
import { useFullUserReason } from '../../session/permissions/permission.ts'
import { meQuery } from '../../session/queries.ts'

/**
 * Why the signed-in user may not go to the provider's page, which also sets the bank account: a sentence for a disabled
 * button; null for the office's full users, who alone may.
 */
export function useNotOfficeReason(permission: 'office:write'): string | null {
  const refused = useFullUserReason(permission, 'L’account lo apre e lo cambia')
  const { data: user } = useQuery(meQuery)
  return user?.flag_super_user
    ? 'L’account lo apre e lo cambia solo lo studio, sulla pagina del provider: lì si indica anche il conto in banca.'
    : refused
}
