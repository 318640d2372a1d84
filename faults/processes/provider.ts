import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { freePort } from '../../server/testing/sandbox.ts'

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
/** It ends when this process ends. */
const leaving = ['--import', new URL('../../scripts/processes/leave-with-parent.ts', import.meta.url).href]
const elsewhen = ['--import', new URL('./shift-at-start.ts', import.meta.url).href]

/** The two provider accounts, as both sides need them. */
export const accounts = {
  stripe: { secret: 'sk_test_saldo', publishable: 'pk_test_saldo', webhook: 'whsec_faults_one' },
  stripe2: { secret: 'sk_test_saldo2', publishable: 'pk_test_saldo2', webhook: 'whsec_faults_two' },
} as const
export type Account = keyof typeof accounts

export type Fault = {
  kind: 'drop' | 'delay' | 'reset' | '409' | '429' | '500'
  rate: number
  path?: string
  method?: string
  times?: number
  delay_ms?: number
  processed?: boolean
  seed?: number
}
export type DeliveryFaults = {
  duplicate?: number
  shuffle?: number
  hold_seconds?: number
  hold_rate?: number
  seed?: number
}
export type Provider = Awaited<ReturnType<typeof startProvider>>

/**
 * The sandbox provider as its own process, with a persistent book. Its events go to `webhooks_port`, if given; its
 * clock starts `shift_seconds` from now. `stripe` and `stripe2` read its books through the official SDK.
 */
export async function startProvider(
  of: { webhooks_port?: number; sepa_seconds?: number; shift_seconds?: number } = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'saldo-faults-provider-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_HOME: home,
    SANDBOX_SEPA_SECONDS: String(of.sepa_seconds ?? 5),
    SANDBOX_SEPA_LATER_SECONDS: String((of.sepa_seconds ?? 5) * 2),
    SALDO_FAULTS_SHIFT_SECONDS: String(of.shift_seconds ?? 0),
    SANDBOX_WEBHOOKS: JSON.stringify(of.webhooks_port ? hooks(of.webhooks_port) : []),
  }
  let child = await start(url, env)
  const control = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const reply = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    if (!reply.ok) throw new Error(`the sandbox refused ${path}: ${await reply.text()}`)
    return (await reply.json()) as Record<string, unknown>
  }
  return {
    url,
    stripe: sdk('stripe', port),
    stripe2: sdk('stripe2', port),
    /** Moves the provider's clock; everything due on the way happens. */
    advance: (seconds: number) => control('clock/advance', { seconds }),
    misbehave: async (faults: Fault[]) => {
      for (const fault of faults) await control('faults', fault)
    },
    heal: () => control('faults', undefined, 'DELETE'),
    deliver: (deliveryFaults: DeliveryFaults) => control('webhooks', deliveryFaults),
    /** The number of events not delivered yet. */
    undelivered: async () => Number((await control('webhooks')).pending),
    /** The payer's bank takes the money back. */
    dispute: async (charge: string, reason?: string) =>
      (await control('disputes', { charge, ...(reason && { reason }) })) as { id: string },
    decide: (dispute: string, status: 'won' | 'lost') => control('disputes/decide', { dispute, status }),
    /** The payer's bank returns a refund. */
    failRefund: (refund: string) => control('refunds/fail', { refund }),
    /** Completes a connected account's data. */
    completeAccount: (account: string) => control('accounts/complete', { account }),
    /** Freezes the process: connections hang, without answer or refusal. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    down: () => end(child),
    up: async () => {
      child = await start(url, env)
    },
    stop: async () => {
      child.kill('SIGCONT')
      await end(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const hooks = (port: number) =>
  (Object.keys(accounts) as Account[]).map((account) => ({
    account_key: accounts[account].secret,
    url: `http://127.0.0.1:${port}/v1/stripe/webhook/${account}`,
    secret: accounts[account].webhook,
  }))

const sdk = (account: Account, port: number) =>
  new Stripe(accounts[account].secret, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 2,
    telemetry: false,
  })

async function start(url: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...leaving, ...elsewhen, main], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the sandbox stopped with ${child.exitCode}`)
    try {
      if ((await fetch(`${url}/healthz`)).ok) return child
    } catch {
      // not listening yet
    }
    await sleep(30)
  }
  throw new Error('the sandbox does not answer')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
