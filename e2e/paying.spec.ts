import { expect, test } from '@playwright/test'
import { letTimePass, office, payByCard, takenFor } from './saldo.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('una carta rifiutata, poi una buona', async ({ page, request, browser }) => {
  const bill = await (await office(page, request)).newBill(41_250)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await expect(resident.getByText('412', { exact: false }).first()).toBeVisible()
  await payByCard(resident, '4000 0000 0000 9995')
  await expect(
    resident.getByText('Sul conto non c’è abbastanza denaro.', { exact: false }).first(),
  ).toBeVisible()
  expect(await takenFor(bill.bill_id)).toEqual({ times: 0, cents: 0 })
  await expect(resident.getByLabel('Scadenza')).toHaveValue('12 / 34')
  await resident.getByLabel('Numero della carta').fill('4242 4242 4242 4242')
  await resident.getByRole('button', { name: /^Paga/ }).click()
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await takenFor(bill.bill_id)).toEqual({ times: 1, cents: 41_250 })
})

test('due schede pagano insieme e il provider prende una volta sola', async ({ page, request, browser }) => {
  const bill = await (await office(page, request)).newBill(28_740)
  const resident = await browser.newContext(phone)
  const tabs = [await resident.newPage(), await resident.newPage()]
  for (const tab of tabs) {
    await tab.goto(bill.url)
    await tab.getByRole('radio', { name: /^Carta/ }).check()
    await tab.getByRole('button', { name: /^Paga/ }).click()
    await tab.getByLabel('Numero della carta').fill('4242424242424242')
    await tab.getByLabel('Scadenza').fill('12/34')
    await tab.getByLabel('Codice (CVC)').fill('123')
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Paga/ }).click()))
  await expect.poll(() => takenFor(bill.bill_id)).toEqual({ times: 1, cents: 28_740 })
  for (const tab of tabs) {
    await tab.goto(bill.url)
    await tab.reload()
    await expect(tab.getByText('Pagata').first()).toBeVisible()
  }
  expect(await takenFor(bill.bill_id)).toEqual({ times: 1, cents: 28_740 })
})

test('un addebito SEPA che la banca respinge giorni dopo riapre la bolletta', async ({
  page,
  request,
  browser,
}) => {
  const { call, newBill } = await office(page, request)
  const bill = await newBill(30_115)
  const resident = await (await browser.newContext(phone)).newPage()
  await resident.goto(bill.url)
  await resident.getByRole('radio', { name: /^Addebito/ }).check()
  await resident.getByRole('button', { name: /^(Firma|Paga)/ }).click()
  await resident.getByLabel('IBAN del tuo conto').fill('IT61 F999 9999 9990 0000 0000 005')
  await resident.getByLabel('Intestatario del conto').fill('Davide Serra')
  await resident.getByLabel('E-mail').fill('davide@example.it')
  await resident.getByLabel('Accetto il mandato di addebito SEPA').check()
  await resident.getByRole('button', { name: /^Firma e paga/ }).click()
  await expect(resident.getByText(/in corso/i).first()).toBeVisible()
  const phase = async () => (await call<{ phase: string }>('GET', `/v1/bills/${bill.bill_id}`)).phase
  await expect.poll(phase).toBe('pending')
  await letTimePass(4 * 86_400)
  await expect.poll(phase, { timeout: 60_000 }).toBe('returned')
  await resident.goto(bill.url)
  await expect(resident.getByText('Insoluta').first()).toBeVisible()
  await payByCard(resident, '5555555555554444')
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
})
