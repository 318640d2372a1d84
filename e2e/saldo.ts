import { type APIRequestContext, expect, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { humanToken } from '../server/testing/human-token.ts'
import { instance } from './instances.ts'

export const password = 'saldo-demo'

/** Types name and password, waits for the human check, and goes in. */
export async function signIn(page: Page, user: string, secret = password): Promise<void> {
  await page.getByLabel('Nome utente').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/** Signed in and on the dashboard, in the shell's own document: the sign-in page's still has the address for a moment. */
export async function arrived(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#\/dashboard(\?|$)/)
  await expect(page.locator('html[data-document="shell"]')).toBeAttached()
}

/**
 * Signs in through the API and leaves the session where the app looks for it: the page's next `goto` finds `user` signed
 * in. Every journey has a session of its own, because refresh tokens rotate and tabs follow one another.
 * @returns the access token, for calls of the journey's own.
 */
export async function signedInThroughApi(page: Page, user = 'amministratore'): Promise<string> {
  const { request } = page.context()
  const human = await humanToken(async ({ url }) => ({ body: await (await request.get(url)).json() }))
  const reply = await request.post('/oauth/token', {
    headers: {
      authorization: `Basic ${btoa('web:web')}`,
      'x-human-token': human,
    },
    form: { grant_type: 'password', username: user, password, b2c: '0' },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { access_token, refresh_token } = await reply.json()
  // Any small file of the app's origin: its storage is what counts.
  await page.goto('/scheme.js')
  await page.evaluate((token) => localStorage.setItem('saldo.refresh', token), refresh_token)
  return access_token
}

/** As signedInThroughApi, and on the dashboard. */
export async function enter(page: Page, user?: string): Promise<void> {
  await signedInThroughApi(page, user)
  await page.goto('/#/dashboard')
  await arrived(page)
}

/** The calls that a session of `user` may make, for preparing what a journey needs; `page` is signed in as well. */
export async function office(page: Page, request: APIRequestContext, user = 'amministratore') {
  const authorization = `Bearer ${await signedInThroughApi(page, user)}`
  const call = async <R>(method: string, path: string, data?: object): Promise<R> => {
    const reply = await request.fetch(path, { method, headers: { authorization }, ...(data ? { data } : {}) })
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
    return (await reply.json()) as R
  }
  return { call, newBill: (cents: number) => newBill(call, cents) }
}

type Call = <R>(method: string, path: string, data?: object) => Promise<R>
let serial = Date.now() % 1_000_000

/** An issued bill of a person and a condominium of their own, with the link that opens it. */
async function newBill(call: Call, cents: number) {
  serial += 1
  const account = await call<{ account_id: number }>('PUT', '/v1/accounts', {
    name: `Condominio Prova ${serial}`,
  })
  const subject = await call<{ subject_id: number }>('PUT', '/v1/subjects', {
    nominative: `Serra Davide ${serial}`,
    email: `davide${serial}@example.it`,
  })
  const bill = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
    account_id: account.account_id,
    subject_id: subject.subject_id,
    description: 'Rata 3 di 4',
    issue_date: '2026-09-01',
    lines: [{ description: 'Spese generali', amount: cents }],
    instalments: [{ due_date: '2027-09-30', amount: cents }],
  })
  const { url } = await call<{ url: string }>('GET', `/v1/bills/link/${bill.bill_id}`)
  return { ...bill, url, path: url.slice(url.indexOf('/#')) }
}

/** The provider's own book, read as anyone would with its SDK. */
export const provider = new Stripe('sk_test_saldo', {
  host: '127.0.0.1',
  port: Number(new URL(instance.providerUrl).port),
  protocol: 'http',
  telemetry: false,
})

/** What the provider took for a bill, in cents, and how many times. */
export async function takenFor(bill_id: number): Promise<{ times: number; cents: number }> {
  const taken = { times: 0, cents: 0 }
  for await (const intent of provider.paymentIntents.list({ limit: 100 }))
    if (intent.metadata.bill_id === String(bill_id) && intent.amount_received > 0) {
      taken.times += 1
      taken.cents += intent.amount_received
    }
  return taken
}

/** Moves the provider's clock, as days would. */
export const letTimePass = (seconds: number) =>
  fetch(`${instance.providerUrl}/_sandbox/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })

/** Chooses the card, types it, and pays. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByRole('radio', { name: /^Carta/ }).check()
  const start = page.getByRole('button', { name: /^Paga/ })
  await start.click()
  await page.getByLabel('Numero della carta').fill(number)
  await page.getByLabel('Scadenza').fill('12/34')
  await page.getByLabel('Codice (CVC)').fill('123')
  await page.getByRole('button', { name: /^Paga/ }).click()
}
