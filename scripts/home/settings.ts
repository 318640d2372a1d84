import { join } from 'node:path'
import { homeOf } from './require-home.mjs'

/** The user's settings, and values derived from them. Ports are loopback TCP ports, `home` is absolute. */
export type Settings = {
  port: number
  sandbox_port: number
  postgres_port: number
  /** Vite's, under `npm run dev`. */
  pages_port: number
  home: string
  /** The address at which the server answers on this machine. */
  server_url: string
  /** Whether we start a database ourselves, because DATABASE_URL names none. */
  own_postgres: boolean
  /** Whether we start the sandbox as payment provider, because STRIPE_SECRET_KEY does not name the real one. */
  own_sandbox: boolean
  demo: boolean
}

/** A setting that cannot be used; the message is the line to show. */
export class SettingsError extends Error {}

/**
 * Reads what decides which processes start and where. The server's `env.ts` checks the rest.
 * @throws SettingsError naming the setting, the error and a valid value.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = readPort(env.PORT || '3000')
  const own_postgres = !env.DATABASE_URL
  const own_sandbox = !env.STRIPE_SECRET_KEY
  refuseHalfAnAccount(env, 'STRIPE')
  refuseHalfAnAccount(env, 'STRIPE2')
  if (own_sandbox && env.STRIPE2_SECRET_KEY) {
    throw new SettingsError('STRIPE2_SECRET_KEY needs STRIPE_SECRET_KEY, which is missing.')
  }
  const local = !env.HOST || env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  return {
    port,
    sandbox_port: port + 1,
    postgres_port: port + 2,
    pages_port: port + 3,
    home: homeOf(env),
    server_url: `http://${local.includes(':') ? `[${local}]` : local}:${port}`,
    own_postgres,
    own_sandbox,
    demo: own_postgres && own_sandbox && env.DEMO !== '0',
  }
}

/** The ports taken after PORT must exist too. */
function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65532) return port
  throw new SettingsError(
    `PORT must be a number between 1 and 65532, not “${text}”. For example: PORT=4000 npm start`,
  )
}

function refuseHalfAnAccount(env: NodeJS.ProcessEnv, account: string) {
  const parts = ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'].map((part) => `${account}_${part}`)
  const missing = parts.filter((part) => !env[part])
  if (missing.length === 0 || missing.length === parts.length) return
  throw new SettingsError(`Stripe’s keys must all be set. Missing: ${missing.join(' and ')}.`)
}

/** The places under SALDO_HOME that the supervisor keeps. */
export const placesIn = (home: string) => ({
  postgres: join(home, 'postgres'),
  sandbox: join(home, 'sandbox'),
  logs: join(home, 'logs'),
  running: join(home, 'running'),
  secrets: join(home, 'secrets.json'),
  lock: join(home, 'lock'),
  instance: join(home, 'instance.json'),
})
