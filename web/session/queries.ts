import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { onSessionEvent } from './events.ts'
import { chosenCustomer } from './stored-session.ts'

/** Query keys begin with the noun (`['bills', …]`), so that live updates can refetch all queries of a noun. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Refusals are final; network failures are retried.
      retry: (failures, error) =>
        failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
    },
    mutations: { retry: false },
  },
})

// Cached data must not pass from one user, or one customer, to the next.
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

/** Versions and environment; they change only with a deploy. */
export const versionsQuery = queryOptions({
  queryKey: ['settings', 'versions'],
  queryFn: ({ signal }) => api('GET /v1/settings/versions', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
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

/** The customer whose data are on screen: the user's own, or the one a super user chose; null: none. */
export function shownCustomer(user: { flag_super_user: boolean; customer_id: number | null }): number | null {
  if (!user.flag_super_user) return user.customer_id
  const chosen = Number(chosenCustomer())
  return chosen > 0 ? chosen : null
}

/** All 7,896 municipalities, loaded once per visit. */
export const citiesQuery = queryOptions({
  queryKey: ['cities'],
  queryFn: ({ signal }) => api('GET /v1/city', { signal }),
  staleTime: Infinity,
})
