import Stripe from 'stripe'
import type { Env } from '../env.ts'

export type ProviderAccount = 'stripe' | 'stripe2'
/** One configured account at the payment provider. */
export type Provider = {
  account: ProviderAccount
  stripe: Stripe
  publishable_key: string
  /**
   * The secrets of all webhook endpoints: own events, events of connected accounts, and the next secret during a
   * rotation.
   */
  webhook_secrets: readonly string[]
}
export type Providers = {
  /** Throws when the account is not configured. */
  get: (account: ProviderAccount) => Provider
  configured: readonly ProviderAccount[]
  /** Our own creditor identifier for SEPA debits at this account. Null: banks show the provider's. */
  creditor_id: (account: ProviderAccount) => string | null
  /** Null: the real provider, which browsers reach through its own library. */
  api_base: string | null
}

/** Timeout of a provider call in milliseconds. After it the outcome is unknown, not failed. */
export const providerTimeout = 8_000

export function openProviders(env: Env): Providers {
  const accounts = new Map<ProviderAccount, Provider>()
  const add = (
    account: ProviderAccount,
    secret?: string,
    publishable_key?: string,
    webhook_secret?: string,
  ) => {
    if (!secret || !publishable_key || !webhook_secret) return
    accounts.set(account, {
      account,
      stripe: client(secret, env.STRIPE_API_BASE),
      publishable_key,
      webhook_secrets: webhook_secret.split(',').map((each) => each.trim()),
    })
  }
  add('stripe', env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, env.STRIPE_WEBHOOK_SECRET)
  add('stripe2', env.STRIPE2_SECRET_KEY, env.STRIPE2_PUBLISHABLE_KEY, env.STRIPE2_WEBHOOK_SECRET)
  return {
    configured: [...accounts.keys()],
    creditor_id: (account) =>
      (account === 'stripe' ? env.STRIPE_CREDITOR_ID : env.STRIPE2_CREDITOR_ID) ?? null,
    api_base: env.STRIPE_API_BASE ?? null,
    get: (account) => {
      const provider = accounts.get(account)
      if (!provider) throw new Error(`provider account ${account} is not configured`)
      return provider
    },
  }
}

function client(secret: string, base: string | undefined): Stripe {
  const options = { timeout: providerTimeout, maxNetworkRetries: 0 }
  if (!base) return new Stripe(secret, options)
  const url = new URL(base)
  return new Stripe(secret, {
    ...options,
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    protocol: url.protocol === 'https:' ? 'https' : 'http',
    telemetry: false,
  })
}
