import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))

/** The provider as its own process, used over HTTP only; `stripe` reads its book through the official SDK. */
export async function startSandbox(webhooks?: { port: number }) {
  const home = await mkdtemp(join(tmpdir(), 'saldo-sandbox-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const hooks = webhooks
    ? (['stripe', 'stripe2'] as const).map((account, index) => ({
        account_key: index === 0 ? 'sk_test_saldo' : 'sk_test_saldo2',
        url: `http://127.0.0.1:${webhooks.port}/v1/stripe/webhook/${account}`,
        secret: index === 0 ? 'whsec_test_one' : 'whsec_test_two',
      }))
    : []
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_HOME: home,
      SANDBOX_WEBHOOKS: JSON.stringify(hooks),
      SANDBOX_SEPA_SECONDS: '60',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, child)
  const control = (path: string, body?: object, method = 'POST') =>
    fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
  return {
    url,
    stripe: sdk('sk_test_saldo', port),
    stripe2: sdk('sk_test_saldo2', port),
    /** Moves the provider's clock. */
    advance: (seconds: number) => control('clock/advance', { seconds }),
    /** Injects a fault until `heal`. */
    fault: (fault: {
      kind: string
      rate: number
      path?: string
      method?: string
      times?: number
      delay_ms?: number
      processed?: boolean
    }) => control('faults', fault),
    heal: () => control('faults', undefined, 'DELETE'),
    /** Acts of a bank: disputes a charge, decides a dispute, returns a refund. */
    dispute: (charge: string, reason?: string) => control('disputes', { charge, ...(reason && { reason }) }),
    decide: (dispute: string, status: 'won' | 'lost') => control('disputes/decide', { dispute, status }),
    failRefund: (refund: string) => control('refunds/fail', { refund }),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>

const sdk = (key: string, port: number) =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the sandbox stopped with ${child.exitCode}`)
    try {
      if ((await fetch(`${url}/healthz`)).ok) return
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the sandbox does not answer')
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
