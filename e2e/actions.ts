import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { makeItalianIban } from '@saldo/domain/iban'
import type postgres from 'postgres'
import Stripe from 'stripe'
import { humanToken } from '../server/testing/human-token.ts'
import { instance } from './instances.ts'

export const password = 'saldo-demo'

/** The demo's user of the back office, whose second step is an app with a public secret. */
const superUser = 'backoffice'
/** Both of the back office have the same public secret. */
const superUsers = [superUser, 'backoffice2']

/**
 * Signs in through the page: types user name and password, waits for the human check, submits; `backoffice` uses the code that
 * the demo shows.
 */
export async function signIn(page: Page, user: string, secret = password): Promise<void> {
  await page.getByLabel('Nome utente').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Accedi' }).click()
  if (user !== superUser || secret !== password) return
  await page.getByRole('button', { name: 'Usa questo codice' }).click()
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/** Waits for the dashboard in the shell's document: the sign-in document shows its address for a moment, too. */
export async function expectDashboard(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#\/dashboard(\?|$)/)
  await expect(page.locator('html[data-document="shell"]')).toBeAttached()
}

/**
 * Signs in through the API and stores the session in the browser: at the next `goto` the user is signed in. Every
 * journey has its own session, because refresh tokens rotate and tabs share a session.
 * @returns the access token, for the journey's own calls.
 */
export async function signInThroughApi(page: Page, user = 'amministratore'): Promise<string> {
  const { request } = page.context()
  const human = await humanToken(async ({ url }) => ({ body: await (await request.get(url)).json() }))
  const send = (form: Record<string, string>) =>
    request.post('/oauth/token', {
      headers: { authorization: `Basic ${btoa('web:web')}`, 'x-human-token': human },
      form: { ...form, b2c: '0' },
    })
  let reply = await send({ grant_type: 'password', username: user, password })
  if (superUsers.includes(user)) {
    const { proof } = await reply.json()
    const { demo } = await (await request.get('/v1/demo/code')).json()
    reply = await send({ grant_type: 'urn:saldo:second-step', ticket: proof.ticket, code: demo.code })
  }
  expect(reply.ok(), await reply.text()).toBe(true)
  const { access_token, refresh_token } = await reply.json()
  // Any small file of the app's origin, to get access to its storage.
  await page.goto('/version.json')
  await page.evaluate((token) => localStorage.setItem('saldo.refresh', token), refresh_token)
  return access_token
}

/** Signs in through the API, and opens the dashboard. */
export async function openDashboard(page: Page, user?: string): Promise<void> {
  await signInThroughApi(page, user)
  await page.goto('/#/dashboard')
  await expectDashboard(page)
}

/** Calls as `user`, to prepare what a journey needs; `page` is signed in as well. */
export async function office(page: Page, request: APIRequestContext, user = 'amministratore') {
  const authorization = `Bearer ${await signInThroughApi(page, user)}`
  const call = async <R>(method: string, path: string, data?: object): Promise<R> => {
    const reply = await request.fetch(path, { method, headers: { authorization }, ...(data ? { data } : {}) })
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
    return (await reply.json()) as R
  }
  return {
    call,
    newBill: (cents: number | number[], by?: { transfer: boolean }) => newBill(call, [cents].flat(), by),
  }
}

type Call = <R>(method: string, path: string, data?: object) => Promise<R>
let serial = Date.now() % 1_000_000

/**
 * Creates an issued bill with its own person and condominium, an instalment for each sum; returns it with its public link. It can
 * be paid by bank transfer if the condominium is to have an account.
 */
async function newBill(call: Call, cents: number[], by = { transfer: false }) {
  serial += 1
  const account = await call<{ account_id: number }>('PUT', '/v1/accounts', {
    name: `Condominio Prova ${serial}`,
    ...(by.transfer && {
      iban: makeItalianIban({ abi: '01030', cab: '02800', account: String(serial).padStart(12, '0') }),
    }),
  })
  const email = `davide${serial}@example.it`
  const subject = await call<{ subject_id: number }>('PUT', '/v1/subjects', {
    nominative: `Serra Davide ${serial}`,
    email,
  })
  const bill = await call<{ bill_id: number; number: string }>('PUT', '/v1/bills', {
    account_id: account.account_id,
    subject_id: subject.subject_id,
    description: 'Rata 3 di 4',
    issue_date: '2026-09-01',
    lines: [{ description: 'Spese generali', amount: cents.reduce((sum, each) => sum + each, 0) }],
    instalments: cents.map((amount, index) => ({ due_date: `${2027 + index}-09-30`, amount })),
  })
  const { url } = await call<{ url: string }>('GET', `/v1/bills/link/${bill.bill_id}`)
  const { account_id } = account
  const { subject_id } = subject
  return { ...bill, account_id, subject_id, email, url, path: url.slice(new URL(url).origin.length) }
}

/** The sandbox provider, through the official SDK. */
export const provider = new Stripe('sk_test_saldo', {
  host: '127.0.0.1',
  port: Number(new URL(instance.providerUrl).port),
  protocol: 'http',
  telemetry: false,
})

/** The provider's charges for a bill: their number, and their sum in cents. */
export async function chargedFor(bill_id: number): Promise<{ times: number; cents: number }> {
  const taken = { times: 0, cents: 0 }
  for await (const intent of provider.paymentIntents.list({ limit: 100 }))
    if (intent.metadata.bill_id === String(bill_id) && intent.amount_received > 0) {
      taken.times += 1
      taken.cents += intent.amount_received
    }
  return taken
}

const controlProvider = (path: string, body: object) =>
  fetch(`${instance.providerUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Advances the provider's clock. */
export const advanceProviderClock = (seconds: number) => controlProvider('clock/advance', { seconds })

/** The provider has everything that it asks of a connected account: it may receive and pay out. */
export const completeProviderAccount = (account: string) => controlProvider('accounts/complete', { account })

/** Chooses the card, types it, and pays. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByRole('radio', { name: /^Carta/ }).check()
  await page.getByLabel('Numero della carta').fill(number)
  await page.getByLabel('Scadenza').fill('12/34')
  await page.getByLabel('Codice (CVC)').fill('123')
  await page.getByRole('button', { name: /^Paga/ }).click()
}

/** A colleague of `amministratore` with all permissions and the same password; returns the user name. */
export async function newColleague(sql: postgres.Sql, name: string): Promise<string> {
  const user_name = `${name}${Date.now() % 1_000_000}`
  await sql`
    with made as (
      insert into users (user_name, nominative, email, customer_id)
      select ${user_name}, ${`${name} Colleghi`}, ${`${user_name}@example.it`}, customer_id
      from users where user_name = 'amministratore' returning user_id)
    insert into credentials (user_id, password_hash)
    select made.user_id, c.password_hash from made, credentials c join users u using (user_id)
    where u.user_name = 'amministratore'`
  return user_name
}

/** A resident, with the demo's password, whose bills are those of this person; returns the user name. */
export async function newResident(sql: postgres.Sql, subject_id: number): Promise<string> {
  const user_name = `residente${subject_id}`
  await sql`
    with made as (
      insert into users (user_name, nominative, email)
      select ${user_name}, nominative, email from subjects where subject_id = ${subject_id} returning user_id),
    known as (
      insert into credentials (user_id, password_hash)
      select made.user_id, c.password_hash from made, credentials c join users u using (user_id)
      where u.user_name = 'condomino')
    update subjects set user_id = (select user_id from made) where subject_id = ${subject_id}`
  return user_name
}

/** The sessions of this user have proved their identity too long ago for a delicate act. */
export const elevenMinutesLater = (sql: postgres.Sql, user_name: string) => sql`
  update sessions set proved_at = proved_at - interval '11 minutes'
  where user_id = (select user_id from users where user_name = ${user_name})`
