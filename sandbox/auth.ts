import type { FastifyRequest } from 'fastify'
import { forbidden, invalid, unauthorized } from './errors.ts'
import type { Params } from './params.ts'
import { apiVersion } from './resources/events.ts'
import type { Route } from './sandbox.ts'
import type { Store } from './store/store.ts'

/** One account of the sandbox with its pair of keys. */
export interface KeyPair {
  account: string
  secret_key: string
  publishable_key: string
}

/** Two accounts with separate books, because the product may have two provider accounts. */
export const defaultKeys: readonly KeyPair[] = [
  {
    account: 'acct_SaldoSandboxFirst000000001',
    secret_key: 'sk_test_saldo',
    publishable_key: 'pk_test_saldo',
  },
  {
    account: 'acct_SaldoSandboxSecond00000002',
    secret_key: 'sk_test_saldo2',
    publishable_key: 'pk_test_saldo2',
  },
]

export interface Caller {
  key: 'secret' | 'publishable'
  platform: string
  /** The book to use: a connected account's if `Stripe-Account` names one of the platform. */
  account: string
}

/**
 * Authenticates by `Authorization: Bearer` or `Basic` (key as user), or a `key` field, as stripe.js sends it. 401
 * without a known key; 403 for live keys, and for publishable keys where Stripe requires a secret one.
 */
export function authenticate(
  request: FastifyRequest,
  params: Params,
  route: Route,
  keys: readonly KeyPair[],
  store: Store,
): Caller {
  const given =
    keyOf(request.headers.authorization) ?? (typeof params.key === 'string' ? params.key : undefined)
  delete params.key
  if (!given)
    throw unauthorized(
      'You did not provide an API key. Send it as `Authorization: Bearer YOUR_SECRET_KEY`, or as the user name of HTTP Basic authentication.',
    )
  if (/^[spr]k_live_/.test(given))
    throw forbidden('This is a sandbox: it never accepts live keys.', 'testmode_charges_only')

  const pair = keys.find((pair) => pair.secret_key === given || pair.publishable_key === given)
  if (!pair) throw unauthorized(`Invalid API Key provided: ${masked(given)}`)
  const key = pair.secret_key === given ? 'secret' : 'publishable'
  if (key === 'publishable' && !route.publishable)
    throw forbidden(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    )

  return { key, platform: pair.account, account: actingAs(request, pair.account, store) }
}

/** Only the API version that the SDK pins is supported; requests for another one are refused. */
export function checkVersion(request: FastifyRequest): void {
  const version = request.headers['stripe-version']
  if (version !== undefined && version !== apiVersion)
    throw invalid(`Invalid Stripe API version: ${version}. This sandbox speaks ${apiVersion}.`)
}

function actingAs(request: FastifyRequest, platform: string, store: Store): string {
  const named = request.headers['stripe-account']
  if (typeof named !== 'string' || named === platform) return platform
  if (store.book(platform).get('accounts', named)) return named
  throw forbidden(
    `The provided key does not have access to account '${named}' (or that account does not exist). Application access may have been revoked.`,
    'account_invalid',
  )
}

function keyOf(header: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (header ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return credentials || undefined
  if (scheme.toLowerCase() === 'basic')
    return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] || undefined
  return undefined
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`
}
