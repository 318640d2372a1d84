import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type postgres from 'postgres'
import { expectAccessible } from '../accessible.ts'
import { chargedFor, newResident, office, signInThroughApi } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

/** A payer with a phone. Each tap and each field filled counts; going on by itself, as after a card's number, does not. */
class Payer {
  interactions = 0
  page: Page
  constructor(page: Page) {
    this.page = page
  }
  async tap(what: Locator) {
    this.interactions += 1
    await what.tap()
  }
  async type(field: Locator, text: string) {
    this.interactions += 1
    await field.fill(text)
  }
  button = (name: RegExp | string) => this.page.getByRole('button', { name })
  way = (name: RegExp) => this.page.locator('label').filter({ has: this.page.getByRole('radio', { name }) })
  field = (name: string) => this.page.getByLabel(name)
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'it-IT' }

async function opened(context: BrowserContext, url: string): Promise<Payer> {
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('radio', { name: /^Carta/ })).toBeVisible()
  return new Payer(page)
}

/** The heading of the result has the focus, so that a screen reader says it. */
const expectHeard = ({ page }: Payer, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()

/** Mails the bill to its holder, and gives the link that the mail has. */
async function mailed(sql: postgres.Sql, call: Call, { bill_id, email }: Bill): Promise<string> {
  await call('POST', '/v1/bills/send', { ids: [bill_id] })
  const link = () => linkMailedTo(sql, email, 'bill-link', 'mybill')
  await expect.poll(link, { timeout: 60_000 }).toMatch(/\/mybill\/[\w-]+$/)
  return (await link()) as string
}
type Office = Awaited<ReturnType<typeof office>>
type Call = Office['call']
type Bill = Awaited<ReturnType<Office['newBill']>>

test('from the mailed link to paid in five interactions at most: card, SEPA debit, Klarna', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(300_000)
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const context = await browser.newContext(phone)

    const byCard = await newBill(27_058)
    const card = await opened(context, await mailed(sql, call, byCard))
    // A page that opens by itself leaves the focus where it is.
    await expect(card.page.locator('html[data-drawn]')).toHaveCount(0)
    await expect(card.page.locator('body')).toBeFocused()
    await card.tap(card.way(/^Carta/))
    await card.type(card.field('Numero della carta'), '4242424242424242')
    await card.type(card.field('Scadenza'), '12/34')
    await card.type(card.field('Codice (CVC)'), '123')
    await card.tap(card.button(/^Paga/))
    await expectHeard(card, 'Fatto. Non devi altro.')
    expect(card.interactions).toBeLessThanOrEqual(5)
    expect(await chargedFor(byCard.bill_id)).toEqual({ times: 1, cents: 27_058 })

    const byDebit = await newBill(18_000)
    const debit = await opened(context, await mailed(sql, call, byDebit))
    await debit.tap(debit.way(/^Addebito/))
    await debit.type(debit.field('IBAN del tuo conto'), 'IT56B9999999999000000000001')
    // The form already has the name of the person whose bill it is.
    await expect(debit.field('Intestatario del conto')).toHaveValue(/^Serra Davide/)
    await debit.type(debit.field('E-mail'), 'davide@example.it')
    await debit.tap(debit.page.getByLabel('Accetto il mandato di addebito SEPA'))
    await debit.tap(debit.button(/^Firma e paga/))
    await expectHeard(debit, 'Addebito inviato alla tua banca')
    await expect(debit.page.getByText('Non devi fare altro.', { exact: false })).toBeVisible()
    expect(debit.interactions).toBeLessThanOrEqual(5)

    const byKlarna = await newBill(9_900)
    const klarna = await opened(context, await mailed(sql, call, byKlarna))
    await klarna.tap(klarna.way(/^Klarna/))
    await klarna.tap(klarna.button(/^Paga/))
    await klarna.tap(klarna.button('Approva il pagamento'))
    // The reader comes back from Klarna in a new document.
    await expectHeard(klarna, 'Fatto. Non devi altro.')
    expect(klarna.interactions).toBeLessThanOrEqual(5)
  } finally {
    await sql.end()
  }
})

test('a signed-in resident pays with the saved card, from home and from the mailed link, in five interactions at most', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(300_000)
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const first = await newBill(27_058)
    const { account_id, subject_id, email } = first
    const second = await call<{ bill_id: number }>('PUT', '/v1/bills', {
      ...{ account_id, subject_id, description: 'Rata 4 di 4', issue_date: '2026-09-01' },
      lines: [{ description: 'Spese generali', amount: 31_000 }],
      instalments: [{ due_date: '2027-12-31', amount: 31_000 }],
    })
    const link = await mailed(sql, call, { ...first, ...second })
    const user = await newResident(sql, subject_id)
    const own = await office(page, request, user)
    await own.call('POST', '/v1/stripe/save_source', {
      ...{ type_id: 'card', payment_method_id: 'pm_card_visa', email, mandate: { accepted: true } },
    })
    const context = await browser.newContext(phone)
    const signedIn = await context.newPage()
    await signInThroughApi(signedIn, user)

    await signedIn.goto('/#/dashboard')
    const home = new Payer(signedIn)
    const bills = signedIn.getByRole('list', { name: 'Bollette da pagare' })
    await home.tap(bills.getByRole('link', { name: /^Paga .*270,58/ }))
    await expect(signedIn.getByRole('link', { name: `Bolletta ${first.number}` })).toBeVisible()
    await home.tap(home.button(/^Paga 270,58.* con Visa •••• 4242$/))
    await expect(signedIn.getByText('Fatto. Non devi altro.')).toBeVisible()
    expect(home.interactions).toBeLessThanOrEqual(5)
    expect(await chargedFor(first.bill_id)).toEqual({ times: 1, cents: 27_058 })

    // The mail is opened in the browser of the session: nobody asks for a number, or speaks of registering.
    const byMail = await opened(context, link)
    const saved = byMail.page.getByRole('link', { name: 'Paga con un metodo salvato' })
    await expect(saved).toBeVisible()
    await expect(byMail.page.getByText('Visa •••• 4242')).toBeVisible()
    await expect(byMail.page.getByText('senza registrarti', { exact: false })).toHaveCount(0)
    await expectAccessible(byMail.page, 'la bolletta di chi ha un metodo salvato')
    await byMail.page.setViewportSize(phone.viewport)
    await byMail.tap(saved)
    await byMail.tap(byMail.button(/^Paga 310,00.* con Visa •••• 4242$/))
    await expect(byMail.page.getByText('Fatto. Non devi altro.')).toBeVisible()
    expect(byMail.interactions).toBeLessThanOrEqual(5)
    expect(await chargedFor(second.bill_id)).toEqual({ times: 1, cents: 31_000 })

    // A reader without a session sees no saved method.
    const stranger = await browser.newContext(phone)
    const third = await newBill(9_900)
    const byLink = await opened(stranger, third.url)
    await expect(byLink.page.getByText('subito, senza registrarti')).toBeVisible()
  } finally {
    await sql.end()
  }
})
