import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { office, payByCard, takenFor } from './saldo.ts'
import { test } from './test.ts'

const samples = new URL('../server/features/imports/fixtures/', import.meta.url)

test('dal foglio di calcolo al pagamento: importo, mando il link, il condòmino paga con 3-D Secure e lo vedo senza ricaricare', async ({
  page,
  request,
  browser,
}) => {
  const { call } = await office(page, request)
  const number = `X-${Date.now()}`
  const sheet = [
    'Condominio;N. bolletta;Intestatario;Interno;Scadenza;Importo €;E-mail',
    `Condominio del foglio ${number};${number};Ferrari Paola;7;31/12/2027;1.234,50;paola@example.it`,
  ].join('\r\n')
  await page.goto('/#/bollette')
  await page.getByRole('link', { name: 'Importa' }).click()
  await page
    .getByLabel('Foglio di calcolo da importare')
    .setInputFiles({ name: 'bollette.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await page.getByRole('button', { name: /^Importa 1 bolletta/ }).click()
  await page.getByRole('link', { name: 'Vedi le bollette importate' }).click()
  await page.getByText('Ferrari Paola').first().click()
  await expect(page.getByText('Da pagare').first()).toBeVisible()

  const { items } = await call<{ items: { bill_id: number }[] }>('GET', `/v1/bills?q=${number}`)
  const bill_id = items[0]?.bill_id as number
  const { url } = await call<{ url: string }>('GET', `/v1/bills/link/${bill_id}`)
  const resident = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await resident.goto(url)
  await payByCard(resident, '4000 0025 0000 3155')
  await resident.getByRole('button', { name: 'Autorizza' }).click()
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await takenFor(bill_id)).toEqual({ times: 1, cents: 123_450 })

  await expect(page.getByText('Pagata').first()).toBeVisible()
  await page.goto('/#/transazioni')
  await expect(page.getByText('Ferrari Paola').first()).toBeVisible()
})

test('un foglio con righe sbagliate dice quali e perché, e non scrive niente finché non decido', async ({
  page,
  request,
}) => {
  await office(page, request, 'amministratore')
  await page.goto('/#/bollette/importa')
  await page.getByLabel('Foglio di calcolo da importare').setInputFiles({
    name: '03b-bollette-con-errori.csv',
    mimeType: 'text/csv',
    buffer: readFileSync(new URL('03b-bollette-con-errori.csv', samples)),
  })
  await expect(page.getByText('31/06/2026').first()).toBeVisible()
  await page.getByRole('button', { name: 'Lascia fuori 10 righe sbagliate' }).click()
  await page.getByRole('button', { name: /^Importa 290 bollette, 136\.876,75/ }).click()
  await expect(page.getByRole('link', { name: 'Vedi le bollette importate' })).toBeVisible()
})
