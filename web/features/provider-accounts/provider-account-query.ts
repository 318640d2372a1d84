import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type ProviderAccount = Reply<'GET /v1/stripe/account/retrieve/{id}'>
/** Which platform account at the provider it belongs to. */
export type WhichProvider = ProviderAccount['provider_account']

export const providerAccountQuery = (customer_id: number, provider_account: WhichProvider) =>
  queryOptions({
    queryKey: ['provider-accounts', customer_id, provider_account],
    queryFn: ({ signal }) =>
      api('GET /v1/stripe/account/retrieve/{id}', {
        params: { id: customer_id },
        query: { provider_account },
        signal,
      }),
  })

/** Whether the platform has a second account at the provider. */
export const secondAccountQuery = queryOptions({
  queryKey: ['provider-accounts', 'second'],
  queryFn: async ({ signal }) =>
    (await api('GET /v1/stripe/apikey', { signal })).stripe2_public_apikey !== null,
  staleTime: Infinity,
})
