import * as contract from '@saldo/contract/payments/payments'
import { serveOpenly } from '../../../http/serve.ts'

/** Publishable keys are public; secret keys never leave the server. */
export const apikey = serveOpenly(contract.apikey, async ({ services: { providers } }) => {
  const keyOf = (account: 'stripe' | 'stripe2') =>
    providers.configured.includes(account) ? providers.get(account).publishable_key : null
  return {
    stripe_public_apikey: keyOf('stripe'),
    stripe2_public_apikey: keyOf('stripe2'),
    api_base: providers.api_base,
  }
})
