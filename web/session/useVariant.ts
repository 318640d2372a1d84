import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../api.ts'
import { customerStateQuery, shownCustomer } from './queries.ts'
import { isConsumerBuild, type Variant, variantOf } from './variant.ts'

/**
 * Whose menu is on screen, and why it is withheld when it is: what the state check said of the customer. `who` is the
 * same whatever the build.
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
