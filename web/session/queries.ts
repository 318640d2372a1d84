import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { onSessionEvent } from './events.ts'
import { chosenCustomer } from './stored-session.ts'

/** Keys begin with the noun (`['bills', …]`), so that live updates reach all that shows it. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the server has refused stays refused; what did not arrive may arrive.
      retry: (failures, error) =>
        failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
    },
    mutations: { retry: false },
  },
})

// Nothing seen by one person, or of one customer, may stay for the next.
onSessionEvent('logout', () => queries.clear())
onSessionEvent('session-expired', () => queries.clear())
onSessionEvent('auth-failed', () => queries.clear())
onSessionEvent('customer-changed', () =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'users' && queryKey[0] !== 'cities' }),
)

export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: ({ signal }) => api('GET /v1/users/me', { signal }),
  staleTime: 5 * 60_000,
})

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id],
    queryFn: ({ signal }) => api('GET /v1/customers/{id}', { params: { id }, signal }),
    staleTime: 5 * 60_000,
  })

/** `error` 'OK' when the customer may use the full menu, else `message` says why not. */
export const customerStateQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id, 'state'],
    queryFn: ({ signal }) => api('GET /v1/customers/state/{id}', { params: { id }, signal }),
    staleTime: 60_000,
  })

/** All condominiums of a customer, by name. */
export const accountsOfCustomerQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'customer', id],
    queryFn: ({ signal }) => api('GET /v1/accounts/customer/{id}', { params: { id }, signal }),
  })

/** Whose data is on screen: the user's own customer, or the one a super user chose. Null: nobody's in particular. */
export function shownCustomer(user: { flag_super_user: boolean; customer_id: number | null }): number | null {
  if (!user.flag_super_user) return user.customer_id
  const chosen = Number(chosenCustomer())
  return chosen > 0 ? chosen : null
}

/** All 7,896 municipalities, once per visit. */
export const citiesQuery = queryOptions({
  queryKey: ['cities'],
  queryFn: ({ signal }) => api('GET /v1/city', { signal }),
  staleTime: Infinity,
})
