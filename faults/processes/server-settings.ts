import { secret } from '../bills.ts'
import { accounts } from './provider.ts'

/** The environment of a server under test. */
export const serverSettings = (of: { database_url: string; provider_url: string; home: string }) => ({
  DATABASE_URL: of.database_url,
  SALDO_HOME: of.home,
  SALDO_SECRET: secret,
  LOG_LEVEL: process.env.FAULTS_LOG ?? 'silent',
  STRIPE_SECRET_KEY: accounts.stripe.secret,
  STRIPE_PUBLISHABLE_KEY: accounts.stripe.publishable,
  STRIPE_WEBHOOK_SECRET: accounts.stripe.webhook,
  STRIPE2_SECRET_KEY: accounts.stripe2.secret,
  STRIPE2_PUBLISHABLE_KEY: accounts.stripe2.publishable,
  STRIPE2_WEBHOOK_SECRET: accounts.stripe2.webhook,
  STRIPE_API_BASE: of.provider_url,
})
