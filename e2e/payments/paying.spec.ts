import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { advanceProviderClock, chargedFor, office, payByCard, signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a declined card, then a good one', async ({ page, request, browser }) => {
  const bill = await (await office(page, request)).newBill(41_250)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await expect(resident.getByText('412', { exact: false }).first()).toBeVisible()
  await payByCard(resident, '4000 0000 0000 9995')
  await expect(
    resident.getByText('Sul conto non c’è abbastanza denaro.', { exact: false }).first(),
  ).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 0, cents: 0 })
  await expect(resident.getByLabel('Scadenza')).toHaveValue('12 / 34')
  await expectAccessible(resident, 'carta rifiutata')
  await resident.setViewportSize(phone.viewport)
  await resident.getByLabel('Numero della carta').fill('4242 4242 4242 4242')
  await resident.getByRole('button', { name: /^Paga/ }).click()
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 41_250 })
})

test('two tabs pay at the same time and the provider charges once', async ({ page, request, browser }) => {
  const bill = await (await office(page, request)).newBill(28_740)
  const resident = await browser.newContext(phone)
  const tabs = [await resident.newPage(), await resident.newPage()]
  for (const tab of tabs) {
    await tab.goto(bill.url)
    await tab.getByRole('radio', { name: /^Carta/ }).check()
    await tab.getByLabel('Numero della carta').fill('4242424242424242')
    await tab.getByLabel('Scadenza').fill('12/34')
    await tab.getByLabel('Codice (CVC)').fill('123')
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Paga/ }).click()))
  await expect.poll(() => chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 28_740 })
  for (const tab of tabs) {
    await tab.goto(bill.url)
    await tab.reload()
    await expect(tab.getByText('Pagata').first()).toBeVisible()
  }
  expect(await chargedFor(bill.bill_id)).toEqual({ times: 1, cents: 28_740 })
})

test('a SEPA debit that the bank returns days later reopens the bill', async ({ page, request, browser }) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(30_115)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await resident.getByRole('radio', { name: /^Addebito/ }).check()
  await resident.getByLabel('IBAN del tuo conto').fill('IT61 F999 9999 9990 0000 0000 005')
  await resident.getByLabel('Intestatario del conto').fill('Davide Serra')
  await resident.getByLabel('E-mail').fill('davide@example.it')
  await resident.getByLabel('Accetto il mandato di addebito SEPA').check()
  await resident.getByRole('button', { name: /^Firma e paga/ }).click()
  await expect(resident.getByText(/in corso/i).first()).toBeVisible()
  const phase = async () => (await call<{ phase: string }>('GET', `/v1/bills/${bill.bill_id}`)).phase
  await expect.poll(phase).toBe('pending')
  await advanceProviderClock(4 * 86_400)
  await expect.poll(phase, { timeout: 60_000 }).toBe('returned')
  await resident.goto(bill.url)
  await expect(resident.getByText('Insoluta').first()).toBeVisible()
  await expect(
    resident.getByText(
      'La banca ha respinto il pagamento: la bolletta è di nuovo da pagare. L’intestatario non è quello del conto.',
    ),
  ).toBeVisible()
  await expectAccessible(resident, 'addebito respinto dalla banca')
  await resident.setViewportSize(phone.viewport)
  await payByCard(resident, '5555555555554444')
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
})

test('a resident pays two bills together, in part, and sees what was settled', async ({ page }) => {
  await signInThroughApi(page, 'condomino')
  await page.goto('/#/dashboard')
  const owed = page.getByRole('list', { name: 'Bollette da pagare' })
  const ofGhibellina = owed.getByRole('checkbox', { name: /Condominio Ghibellina/ })
  await ofGhibellina.nth(0).check()
  const ofGavinana = owed.getByRole('checkbox', { name: /Condominio Gavinana/ }).first()
  await ofGavinana.check()
  const band = page.getByRole('region', { name: 'Bollette scelte' })
  await expect(band.getByText('2 pagamenti in una volta', { exact: false })).toBeVisible()
  await ofGavinana.uncheck()
  await ofGhibellina.nth(1).check()
  await expect(band).toContainText('2 bollette')
  await expectAccessible(page, 'da pagare', 3000)
  await band.getByRole('link', { name: 'Paga insieme' }).click()

  await page.getByRole('radio', { name: /^Un altro importo/ }).check()
  await page.getByLabel('Quanto paghi adesso, in euro').fill('20')
  await page.getByRole('radio', { name: /^Carta/ }).check()
  await page.getByRole('button', { name: /^Paga/ }).click()
  await expect(page.getByText('Il condominio accetta acconti da 50,00', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Quanto paghi adesso, in euro')).toBeFocused()
  await expectAccessible(page, 'un acconto troppo basso')
  const [oldest = 0, next = 0] = await dueOf(page)
  const part = oldest + 1_000
  expect(next).toBeGreaterThan(1_050)
  await page.getByLabel('Quanto paghi adesso, in euro').fill(euro(part))
  const settles = page.getByRole('table', { name: 'Che cosa salda' })
  await expect(settles.getByRole('row')).toHaveText([/saldata.*$/, /ne restano.*10,00/])
  await expect(page.getByText('art. 1193 c.c.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'paga insieme')

  const [first] = /ids=(\d+)/.exec(page.url())?.slice(1).map(Number) ?? []
  await page.getByLabel('Numero della carta').fill('4242424242424242')
  await page.getByLabel('Scadenza').fill('12/34')
  await page.getByLabel('Codice (CVC)').fill('123')
  await page.getByRole('button', { name: /^Paga/ }).dblclick()
  await expect(page.getByRole('heading', { name: /^Fatto\. Restano da pagare/ })).toBeVisible()
  const paid = page.getByRole('heading', { name: 'Che cosa hai pagato' }).locator('..')
  await expect(paid.getByRole('row')).toHaveText([/saldata/, /restano/])
  await expect(paid.getByText('Prima la rata scaduta da più tempo (art. 1193 c.c.).')).toBeVisible()
  await expectAccessible(page, 'che cosa ho pagato')
  expect(await chargedFor(first ?? 0)).toEqual({ times: 1, cents: part })
  const receipt = page.waitForEvent('download')
  await page.getByRole('link', { name: /ricevuta/ }).click()
  expect((await receipt).suggestedFilename()).toMatch(/^Ricevuta PG-\d+\.pdf$/)

  await page.getByRole('link', { name: 'Torna alle tue bollette' }).click()
  await expect(ofGhibellina.first()).toHaveAccessibleName(new RegExp(`${euro(next - 1_000)}`))
})

/** The amounts due of the bills to pay, in cents, as shown on the page. */
async function dueOf(page: Page): Promise<number[]> {
  const rows = page.getByRole('table', { name: 'Che cosa paghi' }).getByRole('row')
  const amounts = await rows.evaluateAll((all) => all.map((row) => row.lastElementChild?.textContent ?? ''))
  return amounts.map((text) => Number(text.replace(/\D/g, '')))
}

/** `123456` → `1234,56`, as typed. */
const euro = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
