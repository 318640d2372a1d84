import { isIP } from 'node:net'
import { formFault } from './db/address.ts'

type Given = Record<string, string | undefined>

/** How a live value of each setting of a provider account looks. */
const parts = {
  SECRET_KEY: { pattern: /^[sr]k_live_/, begins: 'sk_live_ or rk_live_' },
  PUBLISHABLE_KEY: { pattern: /^pk_live_/, begins: 'pk_live_' },
  // Stripe's signing secrets tell no mode.
  WEBHOOK_SECRET: { pattern: /^whsec_[^,]+(,\s*whsec_[^,]+)*$/, begins: 'whsec_' },
} as const
/** The sender while nobody has named one: a domain that does not exist. */
export const defaultMailFrom = 'Saldo <noreply@saldo.example>'

const accounts = ['STRIPE', 'STRIPE2'] as const

/** Whether real money can move: one of the provider's keys is live. */
export const hasLiveKey = (given: Given): boolean =>
  accounts.some((account) =>
    (['SECRET_KEY', 'PUBLISHABLE_KEY'] as const).some((part) =>
      /^[a-z]+_live_/.test(given[`${account}_${part}`] ?? ''),
    ),
  )

/**
 * Checks the settings of a server that moves real money. @returns a line for each wrong setting: its name, what is wrong and
 * what to do. Empty without a live key. No line repeats a value, as it may be a secret.
 */
export function liveFaults(given: Given): string[] {
  if (!hasLiveKey(given)) return []
  return [
    ...accounts.flatMap((account) => keyFaults(given, account)),
    ...Object.entries(rules).flatMap(([name, rule]) => {
      const fault = rule(given[name] || undefined)
      return fault ? [`${name}: ${fault}`] : []
    }),
  ]
}

function keyFaults(given: Given, account: (typeof accounts)[number]): string[] {
  const names = Object.entries(parts)
  if (account === 'STRIPE2' && names.every(([part]) => !given[`${account}_${part}`])) return []
  return names.flatMap(([part, { pattern, begins }]) => {
    const name = `${account}_${part}`
    const value = given[name]
    if (!value) return [`${name}: missing; with live keys all three of an account are needed`]
    if (pattern.test(value)) return []
    if (part === 'WEBHOOK_SECRET')
      return [`${name}: must begin with ${begins}; copy it from the endpoint’s page in Stripe`]
    return [`${name}: must begin with ${begins}, because another key is live: all keys are of one mode`]
  })
}

type Rule = (value: string | undefined) => string | null

const rules: Record<string, Rule> = {
  DATABASE_URL: (value) =>
    !value || formFault(value) || saysTls(value)
      ? null
      : 'is on another machine and says nothing of TLS; add ?sslmode=verify-full, or sslmode=disable if nobody else is on the way',
  PUBLIC_URL: (value) =>
    isPublicAddress(value)
      ? null
      : 'must be the address at which people reach Saldo: https://, a host name (no number, not localhost) and no path',
  SMTP_URL: (value) =>
    value ? null : 'missing; without a mail server no receipt, notice of a debit or link would leave',
  MAIL_FROM: (value) =>
    value && !value.toLowerCase().includes('noreply@saldo.example')
      ? null
      : 'missing, or still the example; give a sender that your mail server accepts: Saldo <noreply@your-domain.it>',
  TRUST_PROXY: (value) =>
    value
      ? null
      : 'missing; name the proxy that speaks HTTPS (loopback if it runs on this machine), else all people have its address',
  SALDO_SECRET: (value) =>
    value
      ? null
      : 'missing; make one with `openssl rand -hex 32` and keep it: links and authenticator apps depend on it',
  STRIPE_API_BASE: (value) => (value ? 'must not be set: live keys go to Stripe and to nobody else' : null),
  FIREBASE_API_BASE: (value) => (value ? 'must not be set: it is the address of a stand-in for tests' : null),
  DEMO: (value) =>
    value === '1' ? 'must not be 1: invented people and bills have no place beside real ones' : null,
}

function isPublicAddress(value: string | undefined): boolean {
  if (!value || !URL.canParse(value)) return false
  const { protocol, hostname, pathname, search, hash, username } = new URL(value)
  const named =
    !isIP(hostname) &&
    !hostname.startsWith('[') &&
    /[^.]\.[^.]/.test(hostname) &&
    !/(^|\.)localhost\.?$/.test(hostname)
  return protocol === 'https:' && named && pathname === '/' && !search && !hash && !username
}

/** Whether the way to the database stays on this machine, or its encryption was decided. */
function saysTls(value: string | undefined): boolean {
  const url = URL.parse(value ?? '')
  return (
    !url?.protocol.startsWith('postgres') ||
    ['localhost', '127.0.0.1', '[::1]', ''].includes(url.hostname) ||
    url.searchParams.has('sslmode')
  )
}
