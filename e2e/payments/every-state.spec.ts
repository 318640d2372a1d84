import { expect, type Page } from '@playwright/test'
import type { CheckoutResult, PublicBill } from '@saldo/contract/bills/mybill'
import type { MyOwed } from '@saldo/contract/bills/mybills'
import type { PublicMandate } from '@saldo/contract/payments/mandates'
import { expectAccessibleAtThisWidth } from '../accessible.ts'
import { office, payByCard, signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'
import { mandateOf, newPublicBill } from './public-answers.ts'

/*
 * Every state in which a payer can find a page, in light and dark on a phone: axe must find nothing. The answers are the real one
 * of a bill and of its payment, with the state changed.
 */

const phone = { viewport: { width: 390, height: 844 }, locale: 'it-IT' }
test.use(phone)

/** Opens the page anew, with `body` as the answer of `path`. */
async function openWith(page: Page, hash: string, path: string, body: object, status = 200) {
  await page.goto('about:blank')
  await page.unrouteAll()
  await page.route(path, (route) => route.fulfill({ status, json: body }))
  await page.goto(`/${hash}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const payButtons = (page: Page) => page.getByRole('button', { name: /^(Paga|Firma e paga) / })

/** The size of the largest letters on the page, in px. */
const largestLetters = (page: Page) =>
  page.evaluate<number>(`Math.max(...[...document.querySelectorAll('#root *')]
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))`)

test('the bill', async ({ page, request, browser }) => {
  const made = await (await office(page, request)).newBill(27_058, { transfer: true })
  const token = made.path.split('/').at(-1) ?? ''
  const bill: PublicBill = await (await request.get(`/v1/mybill/${token}`)).json()
  const payer = await (await browser.newContext(phone)).newPage()
  const open = (body: object, status?: number) =>
    openWith(payer, `#/mybill/${token}`, '**/v1/mybill/*', body, status)

  const nothing = { payable: 0, due_now: 0, residue: 0, pay: null, transfer: null }
  const paid = { ...nothing, settled: bill.amount, state: 'paid', phase: 'paid' } as const
  const states: Record<string, Partial<PublicBill>> = {
    'to pay': {},
    'due soon': { state: 'due_soon' },
    overdue: { state: 'overdue', overdue: bill.amount, due_date: '2026-09-30' },
    'partly paid': {
      ...{ state: 'partly_paid', phase: 'partly_paid', settled: 7_058, residue: 20_000 },
      ...{ payable: 20_000, due_now: 20_000 },
    },
    returned: { state: 'returned', return_reason: 'Sul conto non c’erano fondi sufficienti.' },
    'disputed in part': {
      ...{ state: 'disputed', settled: 7_058, residue: 20_000, payable: 20_000, due_now: 20_000 },
    },
    refunded: { state: 'refunded' },
    'with a credit': { credit: 5_000 },
    'to be confirmed': { last_payment: { result_token: token, state: 'requires_action' } },
    'not payable here': {
      ...{ payable: 0, pay: null, transfer: null },
      not_payable_reason: 'Qui non si può ancora pagare: chiedi all’amministratore come fare.',
    },
    paid: { ...paid, last_payment: { result_token: token, state: 'succeeded' } },
    cancelled: { ...nothing, state: 'cancelled', phase: 'cancelled' },
    'under way': {
      ...{ state: 'pending', pending: bill.amount, payable: 0, pay: null, transfer: null },
      last_payment: { result_token: token, state: 'processing' },
      not_payable_reason: 'C’è già un pagamento in corso.',
    },
  }
  for (const [name, state] of Object.entries(states)) {
    await open({ ...bill, ...state })
    await expectAccessibleAtThisWidth(payer, `bill ${name}`)
    if (name === 'cancelled') {
      await expect(title(payer)).toHaveText('Annullata. Non devi pagarla.')
      await expect(payButtons(payer)).toHaveCount(0)
      await expect(payer.getByRole('radio')).toHaveCount(0)
      // The sum that is asked for is in large figures, and nothing is asked for.
      expect(await largestLetters(payer)).toBeLessThan(30)
    }
    if (name === 'to pay') expect(await largestLetters(payer)).toBeGreaterThan(30)
  }

  // The forms of the ways to pay; what is wrong is said.
  await open(bill)
  await payer.getByRole('radio', { name: /^Addebito/ }).check()
  await payButtons(payer).click()
  await expect(payer.getByLabel('IBAN del tuo conto')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleAtThisWidth(payer, 'the form of a debit with its mandate')
  await payer.getByRole('radio', { name: /^Klarna/ }).check()
  await expectAccessibleAtThisWidth(payer, 'the form of Klarna')
  await payer.getByRole('radio', { name: /^Bonifico/ }).check()
  await expectAccessibleAtThisWidth(payer, 'a transfer')

  // As it was, where there is no connection.
  await payer.unrouteAll()
  await payer.route('**/v1/mybill/*', (route) => route.abort())
  await payer.reload()
  await expect(payer.getByText('Saldo non risponde.', { exact: false })).toBeVisible()
  await expectAccessibleAtThisWidth(payer, 'the bill as it was')

  const failures: [number, string][] = [
    [404, 'link_not_found'],
    [410, 'link_expired'],
    [503, 'unavailable'],
  ]
  for (const [status, error] of failures) {
    await open({ error, error_description: 'Questo link è scaduto: chiedine uno nuovo.' }, status)
    await expectAccessibleAtThisWidth(payer, `bill, ${status}`)
  }
})

test('the result of a payment', async ({ page, request, browser }) => {
  const made = await (await office(page, request)).newBill(27_058)
  const payer = await (await browser.newContext(phone)).newPage()
  await payer.goto(made.url)
  await payByCard(payer, '4242424242424242')
  await expect(title(payer)).toHaveText('Fatto. Non devi altro.')
  const hash = new URL(payer.url()).hash
  const result: CheckoutResult = await (
    await request.get(`/v1/checkout-result/${hash.split('/').at(-1)}`)
  ).json()

  const open = { settled_at: null, receipt_number: null, residue: result.amount }
  const states: Record<string, Partial<CheckoutResult>> = {
    succeeded: {},
    'succeeded in part': { residue: 10_000 },
    'a debit under way': {
      ...open,
      ...{ state: 'processing', method: 'SEPA_DEBIT', expected_by: '2026-12-09', last4: '0001' },
    },
    begun: { ...open, state: 'created' },
    'under way': { ...open, state: 'processing' },
    'to be confirmed': {
      ...open,
      ...{ state: 'requires_action', next_action: { redirect_url: 'https://bank.example' } },
    },
    'not known': { ...open, state: 'unknown' },
    failed: { ...open, state: 'failed', failure_reason: 'La tua banca ha rifiutato il pagamento.' },
    cancelled: { ...open, state: 'cancelled' },
    'cancelled, paid in another tab': { ...open, residue: 0, state: 'cancelled', paid_otherwise: 'paid' },
    disputed: { state: 'disputed' },
    refunded: { state: 'refunded', refunded: result.amount },
    'refunded in part': { state: 'partly_refunded', refunded: 10_000 },
    reversed: { ...open, state: 'reversed' },
  }
  for (const [name, state] of Object.entries(states)) {
    await openWith(payer, hash, '**/v1/checkout-result/*', { ...result, ...state })
    await expectAccessibleAtThisWidth(payer, `result ${name}`)
  }
  const said = { error: 'link_not_found', error_description: '' }
  await openWith(payer, hash, '**/v1/checkout-result/*', said, 404)
  await expectAccessibleAtThisWidth(payer, 'result, 404')
})

test('a mandate to sign, and signed', async ({ page, request, browser }) => {
  const { token, bill } = await newPublicBill(page, request)
  const payer = await (await browser.newContext(phone)).newPage()
  const mandate = mandateOf(bill)
  const open = (state: Partial<PublicMandate>) =>
    openWith(payer, `#/mandato/${token}`, '**/v1/mybill/*/mandate', { ...mandate, ...state })
  await open({})
  await payer.getByRole('button', { name: 'Mandami il codice per firmare' }).click()
  await expect(payer.getByLabel('IBAN del tuo conto')).toBeFocused()
  await expectAccessibleAtThisWidth(payer, 'a mandate to sign, without an IBAN')

  // Signed, the title is heard: the button that was pressed is gone.
  const signed = { ...mandate, state: 'active', iban: 'IT60 •••• 3456', signed_on: '2026-11-29' } as const
  await payer.route('**/v1/mybill/*/mandate/*', (route) =>
    route.fulfill({
      json: route.request().url().endsWith('/sign')
        ? signed
        : { email_hint: mandate.email_hint, expires_at: '2026-11-29T12:00:00Z' },
    }),
  )
  await payer.getByLabel('IBAN del tuo conto').fill('IT60X0542811101000000123456')
  await payer.getByRole('button', { name: 'Mandami il codice per firmare' }).click()
  await expect(payer.getByLabel('Codice')).toBeFocused()
  await payer.getByLabel('Codice').fill('123456')
  await payer.getByRole('button', { name: 'Firma il mandato' }).click()
  await expect(title(payer)).toHaveText('Fatto. Il mandato è attivo.')
  await expect(title(payer)).toBeFocused()
  await expectAccessibleAtThisWidth(payer, 'a signed mandate')

  for (const state of ['suspended', 'revoked', 'expired'] as const) {
    await open({ ...signed, state })
    await expectAccessibleAtThisWidth(payer, `a mandate, ${state}`)
  }
})

test('the home of a resident, and paying everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 6000 })
  const access_token = await signInThroughApi(page, 'condomino')
  const headers = { authorization: `Bearer ${access_token}` }
  const owed: MyOwed = await (await page.request.get('/v1/mybills/owed', { headers })).json()
  const nothing = {
    residue: 0,
    overdue: 0,
    due_now: 0,
    pending: 0,
    payable_now: 0,
    late_since: null,
    next: null,
  }

  await page.goto('/#/paga')
  await expect(page.getByRole('radio', { name: /^Carta/ })).toBeVisible()
  await expectAccessibleAtThisWidth(page, 'paying everything')

  const homes: Record<string, MyOwed> = {
    'with what is owed': owed,
    'with nothing owed': { ...owed, ...nothing, has_bills: true },
    'without a bill': { ...owed, ...nothing, has_bills: false },
  }
  for (const [name, answer] of Object.entries(homes)) {
    if (answer.due_now === 0)
      await page.route(/\/v1\/mybills(\?|$)/, (route) =>
        route.fulfill({ json: { items: [], next_cursor: null } }),
      )
    await page.route('**/v1/mybills/owed', (route) => route.fulfill({ json: answer }))
    await page.goto('about:blank')
    await page.goto('/#/dashboard')
    await expect(title(page).first()).toBeVisible()
    if (name === 'with nothing owed')
      await expect(page.getByText('Fatto. Non devi altro.').first()).toBeVisible()
    await expectAccessibleAtThisWidth(page, `home ${name}`)
  }
})
