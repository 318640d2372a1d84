import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { chargedFor, office } from '../actions.ts'
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

test('from the link to paid in five interactions at most: card, SEPA debit, Klarna', async ({
  page,
  request,
  browser,
}) => {
  const { newBill } = await office(page, request)
  const context = await browser.newContext(phone)

  const byCard = await newBill(27_058)
  const card = await opened(context, byCard.url)
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
  const debit = await opened(context, byDebit.url)
  await debit.tap(debit.way(/^Addebito/))
  await debit.type(debit.field('IBAN del tuo conto'), 'IT56B9999999999000000000001')
  // Whose bill it is stands there already.
  await expect(debit.field('Intestatario del conto')).toHaveValue(/^Serra Davide/)
  await debit.type(debit.field('E-mail'), 'davide@example.it')
  await debit.tap(debit.page.getByLabel('Accetto il mandato di addebito SEPA'))
  await debit.tap(debit.button(/^Firma e paga/))
  await expectHeard(debit, 'Addebito inviato alla tua banca')
  await expect(debit.page.getByText('Non devi fare altro.', { exact: false })).toBeVisible()
  expect(debit.interactions).toBeLessThanOrEqual(5)

  const byKlarna = await newBill(9_900)
  const klarna = await opened(context, byKlarna.url)
  await klarna.tap(klarna.way(/^Klarna/))
  await klarna.tap(klarna.button(/^Paga/))
  await klarna.tap(klarna.button('Approva il pagamento'))
  // The reader comes back from Klarna in a new document.
  await expectHeard(klarna, 'Fatto. Non devi altro.')
  expect(klarna.interactions).toBeLessThanOrEqual(5)
})
