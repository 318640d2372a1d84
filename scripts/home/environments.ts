import { hasLiveKey } from '../../server/live-settings.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { placesIn } from './settings.ts'

const ACCOUNTS = [
  { env: 'STRIPE', name: 'stripe', secret_key: 'sk_test_saldo', publishable_key: 'pk_test_saldo' },
  { env: 'STRIPE2', name: 'stripe2', secret_key: 'sk_test_saldo2', publishable_key: 'pk_test_saldo2' },
] as const

/**
 * The server's environment: the user's own, completed by the services that we start. Where real money moves, nothing that
 * the user should have set is completed: the server then says what is missing. An undefined value is left unset.
 */
export function serverEnvironment(
  settings: Settings,
  secrets: Secrets,
  database_url: string,
  given: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const known = {
    ...given,
    PORT: String(settings.port),
    SALDO_HOME: settings.home,
    DATABASE_URL: database_url,
  }
  if (hasLiveKey(given)) return known
  return {
    ...known,
    SALDO_SECRET: given.SALDO_SECRET || secrets.saldo_secret,
    SALDO_FILE_KEYS: given.SALDO_FILE_KEYS || secrets.file_keys,
    PUBLIC_URL: given.PUBLIC_URL || `http://localhost:${settings.port}`,
    DEMO: settings.demo ? '1' : '0',
    ...(settings.own_sandbox && sandboxKeys(settings, secrets)),
  }
}

function sandboxKeys(settings: Settings, secrets: Secrets): NodeJS.ProcessEnv {
  const keys = ACCOUNTS.flatMap(({ env, name, secret_key, publishable_key }) => [
    [`${env}_SECRET_KEY`, secret_key],
    [`${env}_PUBLISHABLE_KEY`, publishable_key],
    [`${env}_WEBHOOK_SECRET`, secrets[`${name}_webhook_secret`]],
  ])
  return { ...Object.fromEntries(keys), STRIPE_API_BASE: `http://127.0.0.1:${settings.sandbox_port}` }
}

/** The sandbox gets nothing of ours but where to send its events. */
export function sandboxEnvironment(settings: Settings, secrets: Secrets): NodeJS.ProcessEnv {
  const webhooks = ACCOUNTS.map(({ name, secret_key }) => ({
    account_key: secret_key,
    url: `${settings.server_url}/v1/stripe/webhook/${name}`,
    secret: secrets[`${name}_webhook_secret`],
  }))
  return {
    PATH: process.env.PATH,
    PORT: String(settings.sandbox_port),
    SANDBOX_HOME: placesIn(settings.home).sandbox,
    SANDBOX_WEBHOOKS: JSON.stringify(webhooks),
  }
}
