import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProgress } from '@saldo/contract/payments/payments'
import type { Bill } from './bills.ts'
import { accounts } from './processes/provider.ts'
import { type Random, weighted } from './random.ts'

/** Where a payer's browser goes: the product, and the provider that takes the card's data. */
export type Urls = { url: string; provider_url: string }

/** How somebody pays, and what they do when they are asked to approve. */
export const manners = {
  card: { body: cardOf('4242424242424242') },
  'card declined': { body: cardOf('4000000000009995') },
  '3-D Secure': { body: cardOf('4000002760003184'), answer: 'approve' },
  '3-D Secure refused': { body: cardOf('4000002760003184'), answer: 'refuse' },
  'SEPA debit': { body: debitOf('IT56B9999999999000000000001') },
  'SEPA debit fails': { body: debitOf('IT38G9999999999000000000006') },
  Klarna: { body: null, answer: 'approve' },
  'Klarna refused': { body: null, answer: 'refuse' },
} as const satisfies Record<
  string,
  { body: Record<string, string> | null; answer?: 'approve' | 'refuse' | 'walk away' }
>
export type Manner = keyof typeof manners

/** What a payer was last told. `under way`: the bank has the debit. `left`: they closed a page that said "in verifica". */
export type Told = 'paid' | 'under way' | 'left'
export type Visit = {
  told: Told
  presses: number
  /** Milliseconds that each answered press of the button took. */
  waits: number[]
}

/** The usual mixture; who is refused tries another way in the same visit. */
export const usualMixture: Record<Manner, number> = {
  card: 70,
  'card declined': 6,
  '3-D Secure': 8,
  '3-D Secure refused': 3,
  'SEPA debit': 6,
  'SEPA debit fails': 1,
  Klarna: 4,
  'Klarna refused': 2,
}

/**
 * One person at one bill's page, doing what the page does: the card goes to the provider; one key for each form, pressed
 * again when no answer comes, renewed after a refusal; then the page of the result, looked at until it is final or
 * `timeout_ms` milliseconds are over. Every tenth presses twice.
 */
export async function visit(
  urls: Urls,
  bill: Bill,
  random: Random,
  of: { mixture?: Record<Manner, number>; timeout_ms: number },
): Promise<Visit> {
  const visit: Visit = { told: 'left', presses: 0, waits: [] }
  let key = newKey()
  let manner = weighted(random, of.mixture ?? usualMixture)
  const end = performance.now() + of.timeout_ms
  while (performance.now() < end) {
    visit.presses += 1
    const began = performance.now()
    const twice = random() < 0.1
    const pressed = [press(urls, bill, manner, key), ...(twice ? [press(urls, bill, manner, key)] : [])]
    const answer = (await Promise.all(pressed))[0] as Answer
    if (answer.kind === 'answered') visit.waits.push(performance.now() - began)
    if (answer.kind === 'no answer') await sleep(100 + 400 * random())
    if (answer.kind === 'refused') {
      if (await isPaid(urls, bill)) return { ...visit, told: 'paid' }
      await sleep(1_000 + 1_000 * random())
    }
    if (answer.kind !== 'answered') continue
    const state = await follow(urls, answer.progress, manner, end)
    if (state === 'succeeded') return { ...visit, told: 'paid' }
    if (state === 'processing') return { ...visit, told: 'under way' }
    if (state !== 'failed' && state !== 'cancelled') return visit
    key = newKey()
    manner = 'card'
  }
  return visit
}

type Answer =
  | { kind: 'answered'; progress: PaymentProgress }
  | { kind: 'refused'; status: number }
  | { kind: 'no answer' }

/** Presses the button: a payment method made at the provider, then the charge with the form's key. */
export async function press(urls: Urls, bill: Bill, manner: Manner, key: string): Promise<Answer> {
  const { body } = manners[manner]
  try {
    const payment_method_id = body && (await methodAt(urls, bill, body))
    const path = body ? 'charge' : 'klarna'
    const reply = await fetch(`${urls.url}/v1/stripe/${path}/${bill.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'user-agent': 'Payer/1.0' },
      body: JSON.stringify({ ...chargeOf(manner), ...(payment_method_id && { payment_method_id }) }),
      signal: AbortSignal.timeout(20_000),
    })
    const answer = await reply.json()
    if (reply.ok) return { kind: 'answered', progress: answer as PaymentProgress }
    return reply.status >= 500 ? { kind: 'no answer' } : { kind: 'refused', status: reply.status }
  } catch {
    return { kind: 'no answer' }
  }
}

const email = 'lucia@example.it'

function chargeOf(manner: Manner) {
  if (manner.startsWith('Klarna')) return { email }
  if (manner.startsWith('SEPA'))
    return { payment_method: 'SEPA_DEBIT', email, name: 'Lucia Rossi', mandate: { accepted: true } }
  return { payment_method: 'CARD', email }
}

async function methodAt(urls: Urls, bill: Bill, body: Record<string, string>): Promise<string> {
  const key = bill.second_account ? accounts.stripe2.publishable : accounts.stripe.publishable
  const reply = await fetch(`${urls.provider_url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(body),
    signal: AbortSignal.timeout(15_000),
  })
  const { id } = (await reply.json()) as { id?: string }
  if (!id) throw new Error('the provider refused what was typed')
  return id
}

/** Goes from the answer to the result page: approves or refuses at the bank, then polls until the result is final. */
async function follow(urls: Urls, progress: PaymentProgress, manner: Manner, end: number): Promise<string> {
  if (isFinal(progress.state) && !progress.next_action) return progress.state
  if (progress.next_action) await decide(progress.next_action.redirect_url, manner)
  while (performance.now() < end) {
    const seen = await result(urls, progress)
    if (seen && (isFinal(seen.state) || seen.state === 'processing')) return seen.state
    if (seen?.next_action) await decide(seen.next_action.redirect_url, manner)
    await sleep(250)
  }
  return 'unknown'
}

/**
 * Answers on the bank's page, if there is one, and closes the browser. While the provider has not answered yet, the
 * page shows "in verifica" and asks again, so that it finds the bank's page also on a slow machine.
 */
export async function answerAndLeave(urls: Urls, progress: PaymentProgress, manner: Manner): Promise<void> {
  let seen: Progress | null = progress
  while (!seen || (seen.state === 'created' && !seen.next_action)) {
    await sleep(250)
    seen = await result(urls, progress)
  }
  if (seen.next_action) await decide(seen.next_action.redirect_url, manner)
}

type Progress = Pick<PaymentProgress, 'state' | 'next_action'>

const result = (urls: Urls, { result_token }: PaymentProgress) =>
  ask<Progress>(`${urls.url}/v1/checkout-result/${result_token}`)

const isFinal = (state: string) => ['succeeded', 'failed', 'cancelled'].includes(state)

/** Answers on the bank's page. An expired page refuses the answer, and the result page shows the reason. */
export async function decide(page: string, manner: Manner): Promise<void> {
  const how = manners[manner]
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'answer' in how ? how.answer : 'approve' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  }).catch(() => {})
}

/**
 * Whether the bill's page says that it is paid, read after another payment was refused; a pending payment may still
 * fail.
 */
async function isPaid(urls: Urls, bill: Bill): Promise<boolean> {
  const seen = await ask<{ phase: string }>(`${urls.url}/v1/mybill/${bill.token}`)
  return seen?.phase === 'paid'
}

async function ask<Body>(url: string): Promise<Body | null> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(20_000) })
    return reply.ok ? ((await reply.json()) as Body) : null
  } catch {
    return null
  }
}

export const newKey = () => `form_${randomBytes(16).toString('hex')}`

function cardOf(number: string) {
  return {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  }
}

function debitOf(iban: string) {
  return {
    type: 'sepa_debit',
    'sepa_debit[iban]': iban,
    'billing_details[name]': 'Lucia Rossi',
    'billing_details[email]': 'lucia@example.it',
  }
}
