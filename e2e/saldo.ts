import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { providerUrl } from './playwright.config.ts'

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

/** Signs in at the login page and returns the calls that this session may make, for preparing what a journey needs. */
export async function office(page: Page, request: APIRequestContext, user = 'amministratore') {
  const first = page.waitForRequest(
    (asked) => asked.url().includes('/v1/') && Boolean(asked.headers().authorization?.startsWith('Bearer ')),
  )
  await page.goto('/#/auth/login')
  await signIn(page, user)
  const authorization = (await first).headers().authorization as string
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
  port: Number(new URL(providerUrl).port),
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
  fetch(`${providerUrl}/_sandbox/clock/advance`, {
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

/** axe finds nothing to say of the page, in either theme, on a desk and on a phone. */
export async function accessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
      expect(found, `${name}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 900 })
}

/**
 * Waits until nothing is on its way to or from the page for a second, live events aside: a clock that jumps meanwhile would
 * give up what the network only needs a moment for.
 */
export async function quiet(page: Page): Promise<void> {
  let last = Date.now()
  const busy = () => {
    last = Date.now()
  }
  for (const event of ['request', 'requestfinished', 'requestfailed'] as const)
    page.on(event as 'request', busy)
  await expect.poll(() => Date.now() - last, { intervals: [100], timeout: 60_000 }).toBeGreaterThan(1000)
  for (const event of ['request', 'requestfinished', 'requestfailed'] as const)
    page.off(event as 'request', busy)
}
