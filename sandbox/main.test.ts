import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkedHttpClient, eventually, listenForWebhooks } from './running-sandbox.ts'

let home: string
const running: ChildProcess[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sandbox-main-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await rm(home, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

interface Started {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

function start(port: number, env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: String(port), SANDBOX_HOME: home, ...env },
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return {
    child,
    output: () => output,
    exit: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
  }
}

async function listening(port: number, env: Record<string, string> = {}): Promise<Started> {
  const started = start(port, env)
  const ended = started.exit.then((code) => {
    throw new Error(`ended with ${code} before it listened: ${started.output()}`)
  })
  // On a busy machine a start takes long; only one that hangs takes a minute.
  await Promise.race([eventually(() => started.output().includes('listening'), 60_000), ended])
  return started
}

const clientOf = (port: number) =>
  new Stripe('sk_test_saldo', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: checkedHttpClient,
  })

describe('the process', () => {
  it('prints its address, is healthy, and stops cleanly', async () => {
    const port = await freePort()
    const { child, output, exit } = await listening(port)
    expect(output()).toBe(`sandbox: listening on http://127.0.0.1:${port}, book in ${home}\n`)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  it('has every acknowledged payment, once, after it was killed under load', async () => {
    const port = await freePort()
    const acknowledged: { id: string; status: string }[] = []
    for (let round = 0; round < 3; round++) {
      const { child, exit } = await listening(port)
      const stripe = clientOf(port)
      const payers = Promise.allSettled(
        Array.from({ length: 8 }, async () => {
          for (;;) {
            const { id, status } = await stripe.paymentIntents.create({
              amount: 1000,
              currency: 'eur',
              allowed_payment_method_types: ['card'],
              payment_method: 'pm_card_visa',
              confirm: true,
            })
            acknowledged.push({ id, status })
          }
        }),
      )
      await eventually(() => acknowledged.length > (round + 1) * 40, 15_000)
      child.kill('SIGKILL')
      await exit
      await payers
    }
    await listening(port)
    const stripe = clientOf(port)
    const charged = new Map<string, number>()
    for await (const charge of stripe.charges.list({ limit: 100 }))
      charged.set(charge.payment_intent as string, (charged.get(charge.payment_intent as string) ?? 0) + 1)
    for (const { id } of acknowledged) expect([id, charged.get(id)]).toEqual([id, 1])
    const balance = (await stripe.balance.retrieve()).pending[0]?.amount
    expect(balance).toBe(charged.size * (1000 - 40))
  })

  it('delivers a webhook after the restart if it was killed before the answer', async () => {
    const port = await freePort()
    const listener = await listenForWebhooks()
    try {
      listener.status = 503
      const env = {
        SANDBOX_WEBHOOKS: JSON.stringify([
          { account_key: 'sk_test_saldo', url: listener.url, secret: 'whsec_x' },
        ]),
      }
      const { child, exit } = await listening(port, env)
      const customer = await clientOf(port).customers.create({ name: 'Anna' })
      await listener.until((received) => received.length >= 1)
      child.kill('SIGKILL')
      await exit
      listener.status = 200
      listener.received.length = 0
      await listening(port, env)
      await listener.until((received) => received.length === 1, 10_000)
      const { body, signature } = listener.received[0]!
      expect(Stripe.webhooks.constructEvent(body, signature, 'whsec_x').data.object).toMatchObject({
        id: customer.id,
      })
    } finally {
      await listener.close()
    }
  })

  it('reports that its port is in use before it touches the book', async () => {
    const port = await freePort()
    await listening(port)
    const second = start(port)
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain('EADDRINUSE')
  })

  it.each([
    [{ SANDBOX_SEPA_SECONDS: 'soon' }, 'SANDBOX_SEPA_SECONDS'],
    [{ SANDBOX_WEBHOOKS: '{' }, 'SANDBOX_WEBHOOKS'],
    [{ SANDBOX_WEBHOOKS: '[{"url":"x"}]' }, 'SANDBOX_WEBHOOKS'],
  ])('refuses the setting %j', async (env, name) => {
    const { exit, output } = start(await freePort(), env as unknown as Record<string, string>)
    expect(await exit).toBe(1)
    expect(output()).toContain(name)
  })
})
