import * as contract from '@saldo/contract/registry/provider-accounts'
import { ApiError } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serveAcross } from '../../http/serve.ts'
import { refreshAccount } from './apply-account.ts'
import { findAccount, viewAccount } from './provider-account.sql.ts'

/** Asks the provider each time. If it does not answer, returns the stored state (`asked_at` says of when). */
export const retrieveProviderAccount = serveAcross(
  contract.retrieveProviderAccount,
  async ({ services, as, params, query }) => {
    const { provider_account } = query
    const stored = await as(async (tx, actor) => {
      const customer_id = await recordCustomer(tx, actor, params.id)
      return findAccount(tx, { customer_id, provider_account })
    })
    if (stored && services.providers.configured.includes(provider_account))
      await refreshAccount(services, stored).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        services.log.warn(
          { err: error, customer_id: params.id },
          'the provider did not say how an account stands',
        )
      })
    return as((tx) => viewAccount(tx, { customer_id: params.id, provider_account }))
  },
)
