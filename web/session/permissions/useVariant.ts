import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../api.ts'
import { isConsumerBuild } from '../../edition.ts'
import { customerStateQuery, shownCustomer } from '../queries.ts'
import { type Variant, variantOf } from './variant.ts'

/**
 * The variant of the menu on screen and, when the menu is withheld, the message of the customer's state check. `who` is
 * the variant regardless of the build.
 */
export function useVariant(user: Reply<'GET /v1/users/me'>): {
  variant: Variant
  who: Variant
  withheld: string | null
} {
  const customer = shownCustomer(user)
  const { data: state } = useQuery({ ...customerStateQuery(customer ?? 0), enabled: customer !== null })
  const who = variantOf(user, state?.error === 'OK')
  const withheld = state && state.error !== 'OK' ? state.message : null
  return { variant: isConsumerBuild ? 'b2c' : who, who, withheld }
}
