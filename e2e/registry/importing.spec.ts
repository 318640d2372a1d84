import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { chargedFor, office, payByCard } from '../actions.ts'
import { test } from '../test.ts'

const samples = new URL('../../server/features/imports/fixtures/', import.meta.url)

test('from spreadsheet to payment: import, send the link, the resident pays with 3-D Secure, and the open page shows it without reloading', async ({
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
  const panel = page.getByRole('complementary', { name: /^Dettaglio/ })
  await expect(panel.getByText('Da pagare').first()).toBeVisible()

  const { items } = await call<{ items: { bill_id: number }[] }>('GET', `/v1/bills?q=${number}`)
  const bill_id = items[0]?.bill_id as number
  const { url } = await call<{ url: string }>('GET', `/v1/bills/link/${bill_id}`)
  const resident = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await resident.goto(url)
  await payByCard(resident, '4000 0025 0000 3155')
  await resident.getByRole('button', { name: 'Autorizza' }).click()
  await expect(resident.getByText('Fatto. Non devi altro.')).toBeVisible()
  expect(await chargedFor(bill_id)).toEqual({ times: 1, cents: 123_450 })

  await expect(page.getByText('Pagata').first()).toBeVisible()
  await page.goto('/#/transazioni')
  await expect(page.getByText('Ferrari Paola').first()).toBeVisible()
})

test('a sheet with wrong rows says which and why, and nothing is written before the user decides', async ({
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

test('a handmade sheet of instalments, two tabs with months as columns: each instalment becomes a bill, to the cent', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const expected = JSON.parse(readFileSync(new URL('expected.json', samples), 'utf8'))['02']
  // A condominium of its own, so that the same sheet is new at every run.
  const name = `Residenza del foglio ${Date.now()}`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name })
  await page.goto('/#/bollette/importa')
  await page.getByLabel('Foglio di calcolo da importare').setInputFiles({
    name: '02-rate-2026.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: readFileSync(new URL('02-rate-2026.xlsx', samples)),
  })
  await expect(page.getByRole('radiogroup', { name: 'Di quale condominio sono le righe?' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Lascia fuori/ })).toBeVisible()
  for (const value of Object.values<string>(expected.wrong))
    await expect(page.getByText(value).first()).toBeVisible()
  await page.getByRole('button', { name: 'Nuove 360' }).click()
  await expect(page.getByText(expected.condominium).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Condominio di tutte le righe' }).fill(name)
  await page.getByRole('option', { name }).click()
  // The first tab's title names another condominium: Saldo asks which one counts.
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Rileggi il foglio' }).click()
  await page.getByRole('button', { name: 'Lascia fuori 3 righe sbagliate' }).click()
  await page.getByRole('button', { name: /^Importa 360 bollette, 84\.288,73/ }).click()
  await expect(page.getByRole('heading', { name: /^360 bollette importate, 84\.288,73/ })).toBeVisible()
  await page.getByRole('link', { name: 'Vedi le bollette importate' }).click()
  await expect(page.getByRole('main')).toContainText(/360 di [\d.]+/)

  const dues: Record<string, number> = { ...expected.Ordinaria.by_due, ...expected.Riscaldamento.by_due }
  for (const [day, amount] of Object.entries(dues))
    expect(
      await call(
        'GET',
        `/v1/bills/summary?account_id=${account_id}&next_due_date_from=${day}&next_due_date_to=${day}`,
      ),
      day,
    ).toMatchObject({ amount })
})
