import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { buildSandbox, type SandboxOptions } from './app.ts'
import { createAnswerCheck } from './schema/validate.ts'

/**
 * A sandbox on a free port for tests, used through the official SDK. Every answer under /v1 is validated against
 * Stripe's own description; a violation makes `stop` and `end` reject.
 */
export interface RunningSandbox {
  url: string
  home: string
  /** Schema violations found in answers so far. */
  misfits: string[]
  stripe: Stripe
  /** A client with another key or other settings. */
  client(key: string, config?: Partial<Stripe.StripeConfig>): Stripe
  /** POST or DELETE under /_sandbox. */
  control(path: string, body?: object, method?: 'POST' | 'DELETE' | 'GET'): Promise<Record<string, unknown>>
  /** Stops it, keeping the book. */
  stop(): Promise<void>
  /** Stops it and throws the book away. */
  end(): Promise<void>
}

export async function runSandbox(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'sandbox-')))
  const { app, close } = await buildSandbox({ ...options, home }).catch(async (error) => {
    if (!options.home) await rm(home, { recursive: true, force: true })
    throw error
  })
  const misfits: string[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/v1/') && reply.statusCode !== 204)
      misfits.push(...checkAnswer(request.method, request.url, reply.statusCode, JSON.parse(String(payload))))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const client = (key: string, config: Partial<Stripe.StripeConfig> = {}) =>
    new Stripe(key, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      ...config,
    })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= close().then(() => allFit(misfits)))
  return {
    url,
    home,
    misfits,
    stripe: client('sk_test_saldo'),
    client,
    async control(path, body, method = 'POST') {
      const answer = await fetch(`${url}/_sandbox/${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return (await answer.json()) as Record<string, unknown>
    },
    stop,
    async end() {
      await stop().finally(() => rm(home, { recursive: true, force: true }))
    },
  }
}

const checkAnswer = createAnswerCheck()

function allFit(misfits: readonly string[]): void {
  if (misfits.length > 0)
    throw new Error(`answers unlike Stripe's:\n${[...new Set(misfits)].slice(0, 30).join('\n')}`)
}

/** A client of a sandbox in another process, which also validates the answers: it throws on a violation. */
export const checkedHttpClient = Stripe.createFetchHttpClient((async (input, init) => {
  const answer = await fetch(input, init)
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  allFit(checkAnswer(init?.method ?? 'GET', pathname, answer.status, await answer.clone().json()))
  return answer
}) satisfies typeof fetch)

/** A webhook receiver: answers with `status` and stores the deliveries. */
export interface Listener {
  url: string
  received: { body: string; signature: string; at: number }[]
  status: number
  /** Waits until so many deliveries (or one that fits) have come. */
  until(enough: (received: Listener['received']) => boolean, withinMs?: number): Promise<void>
  close(): Promise<void>
}

export async function listenForWebhooks(port = 0): Promise<Listener> {
  const received: Listener['received'] = []
  const listener = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
        at: Date.now(),
      })
      response.writeHead(listener.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(listener, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    until: (enough: (received: Listener['received']) => boolean, withinMs = 5000) =>
      eventually(() => enough(received), withinMs),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Resolves as soon as the condition holds; rejects when it never does. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> {
  const last = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > last) throw new Error('this never came true')
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** The error of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    return error as Stripe.errors.StripeError
  }
  throw new Error('the call was not refused')
}

/** Clicks a button on the page of an intent's `next_action`; returns where the payer is sent. */
export async function decide(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  decision: 'approve' | 'refuse',
): Promise<URL> {
  const page = intent.next_action?.redirect_to_url?.url ?? ''
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ decision }),
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? '')
}

/** A card payment of 123,45 € confirmed at once, with this card number or `pm_card_…` name. */
export function payByCard(
  stripe: Stripe,
  card: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
): Promise<Stripe.PaymentIntent> {
  const method = card.startsWith('pm_')
    ? { payment_method: card }
    : {
        payment_method_data: {
          type: 'card' as const,
          card: { number: card, exp_month: 12, exp_year: 2040, cvc: '123' },
        },
      }
  return stripe.paymentIntents.create(
    {
      amount: 12_345,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      confirm: true,
      return_url: 'https://example.test/result',
      ...(method as Partial<Stripe.PaymentIntentCreateParams>),
      ...more,
    },
    options,
  )
}

/** A complete connected account with all payment methods. */
export const completeAccount = {
  type: 'custom',
  country: 'IT',
  email: 'condominio@example.test',
  business_type: 'non_profit',
  business_profile: { product_description: 'Spese condominiali' },
  company: { name: 'Condominio Via Roma 1', tax_id: '97000000000' },
  capabilities: {
    card_payments: { requested: true },
    sepa_debit_payments: { requested: true },
    transfers: { requested: true },
  },
  external_account: {
    object: 'bank_account',
    country: 'IT',
    currency: 'eur',
    account_number: 'IT60X0542811101000000123456',
  },
  tos_acceptance: { date: 1_700_000_000, ip: '203.0.113.7' },
} as const satisfies Stripe.AccountCreateParams

/** A SEPA debit of 80,00 € confirmed at once. */
export function payBySepa(
  stripe: Stripe,
  iban: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 8000,
    currency: 'eur',
    allowed_payment_method_types: ['sepa_debit'],
    confirm: true,
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Anna Bianchi', email: 'anna@example.test' },
    },
    mandate_data: {
      customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'test' } },
    },
    ...more,
  })
}
