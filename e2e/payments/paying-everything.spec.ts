import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, formatLongDate, today } from '@saldo/domain/dates'
import { expectAccessible } from '../accessible.ts'
import { newResident, office, signInThroughApi } from '../actions.ts'
import { ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a resident pays two condominiums with one card, and the home says what is left', async ({ page }) => {
  await signInThroughApi(page, 'condomino')
  await page.goto('/#/dashboard')
  const before = await owedNow(page)
  await expectAccessible(page, 'la casa di chi paga', 6000)

  const owed = page.getByRole('list', { name: 'Bollette da pagare' })
  for (const name of [/Condominio Ghibellina/, /Condominio Gavinana/])
    await owed.getByRole('checkbox', { name }).last().check()
  const band = page.getByRole('region', { name: 'Bollette scelte' })
  await expect(band).toContainText('2 pagamenti in una volta')
  await band.getByRole('link', { name: 'Paga insieme' }).click()

  await expect(page.getByRole('heading', { name: '2 condomìni in una volta' })).toBeVisible()
  await page.getByRole('radio', { name: /^Bonifico/ }).check()
  await expect(page.getByRole('region', { name: /^Bonifico a/ })).toHaveCount(2)
  await expectAccessible(page, 'due bonifici', 6000)

  // Back closes what was opened, and keeps what was typed.
  await page.getByRole('radio', { name: /^Carta/ }).check()
  await page.getByLabel('Numero della carta').fill('4000000000009995')
  await page.goBack()
  await expect(page.getByLabel('Numero della carta')).toBeHidden()
  await page.goForward()
  await expect(page.getByLabel('Numero della carta')).toHaveValue('4000 0000 0000 9995')
  await page.getByLabel('Scadenza').fill('12/34')
  await page.getByLabel('Codice (CVC)').fill('123')
  // Another tab with the same bills.
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(second.getByRole('heading', { name: '2 condomìni in una volta' })).toBeVisible()
  const pay = page.getByRole('button', { name: /^Paga/ })
  const cents = centsOf((await pay.textContent()) ?? '')
  await pay.click()
  const table = page.getByRole('table', { name: 'Che cosa paghi' })
  await expect(table.getByText('Non pagato.', { exact: false })).toHaveCount(2)
  await expect(page.getByLabel('Scadenza')).toHaveValue('12 / 34')

  await page.getByLabel('Numero della carta').fill('4242424242424242')
  await pay.dblclick()
  await expect(page.getByRole('heading', { name: /^Fatto\. Hai pagato/ })).toBeVisible()
  const results = page.getByRole('list', { name: 'Pagamenti', exact: true })
  await expect(results.getByRole('link', { name: /ricevuta/ })).toHaveCount(2)
  await expectAccessible(page, 'due pagamenti riusciti', 3000)
  await second.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await expect(second.getByRole('button', { name: /^Paga/ })).toHaveCount(0)
  await expect(second.getByText('Non c’è niente da pagare')).toBeVisible()
  await second.close()
  await page.reload()
  await expect(results.getByText('Riuscito')).toHaveCount(2)

  await page.getByRole('link', { name: 'Torna alle tue bollette' }).click()
  await expect.poll(() => owedNow(page)).toBe(before - cents)
  await page.getByRole('link', { name: 'Tutti i pagamenti' }).click()
  await expect(page.getByRole('heading', { name: 'I tuoi pagamenti' })).toBeVisible()
  await expectAccessible(page, 'i pagamenti di chi paga', 6000)
})

test('two payments that the bank wants confirmed come one after the other; nothing is said to be done before the last', async ({
  page,
  request,
  browser,
}) => {
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const first = await newBill(12_000)
    const { account_id } = await newBill(8_000)
    await call('PUT', '/v1/bills', {
      ...{ account_id, subject_id: first.subject_id, description: 'Rata 1 di 1', issue_date: '2026-09-01' },
      lines: [{ description: 'Spese generali', amount: 9_000 }],
      instalments: [{ due_date: '2027-09-30', amount: 9_000 }],
    })
    const resident = await (await browser.newContext({ locale: 'it-IT' })).newPage()
    await signInThroughApi(resident, await newResident(sql, first.subject_id))
    await resident.goto('/#/paga')
    await resident.getByRole('radio', { name: /^Carta/ }).check()
    await resident.getByLabel('Numero della carta').fill('4000002760003184')
    await resident.getByLabel('Scadenza').fill('12/34')
    await resident.getByLabel('Codice (CVC)').fill('123')
    await resident.getByRole('button', { name: /^Paga/ }).click()
    const toConfirm = resident.getByRole('link', { name: 'Conferma con la banca' })
    const home = resident.getByRole('link', { name: 'Torna alle tue bollette' })
    const transparent = 'rgba(0, 0, 0, 0)'
    for (const left of [2, 1]) {
      await expect(toConfirm).toHaveCount(left)
      await expect(resident.getByRole('heading', { name: 'Manca la tua conferma' })).toBeVisible()
      // The next confirmation is the main button; going home is not.
      await expect(toConfirm.first()).not.toHaveCSS('background-color', transparent)
      await expect(home).toHaveCSS('background-color', transparent)
      await toConfirm.first().click()
      await resident.getByRole('button', { name: 'Autorizza' }).click()
      await expect(resident).toHaveURL(/#\/paga\?esiti=/)
    }
    await expect(resident.getByRole('heading', { name: /^Fatto\. Hai pagato 210,00/ })).toBeVisible()
  } finally {
    await sql.end()
  }
})

test('the home says what is late since when, and what comes next', async ({ page, request, browser }) => {
  const sql = ownDatabase()
  try {
    const { call, newBill } = await office(page, request)
    const { account_id, subject_id } = await newBill(12_000)
    const [late, next] = [addDays(today(), -9), addDays(today(), 20)]
    await call('PUT', '/v1/bills', {
      ...{ account_id, subject_id, description: 'Rate 1 e 2', issue_date: addDays(today(), -40) },
      lines: [{ description: 'Spese generali', amount: 15_000 }],
      instalments: [
        { due_date: late, amount: 9_000 },
        { due_date: next, amount: 6_000 },
      ],
    })
    const resident = await (await browser.newContext({ locale: 'it-IT' })).newPage()
    await signInThroughApi(resident, await newResident(sql, subject_id))
    await resident.goto('/#/dashboard')
    const owed = resident.getByRole('region', { name: 'Da pagare ora' })
    await expect(owed.getByRole('listitem')).toHaveText([
      `Scaduto 90,00 € dal ${formatLongDate(late)}, 9 giorni fa`,
      `Prossima scadenza 60,00 € entro ${formatLongDate(next)}, fra 20 giorni`,
    ])
  } finally {
    await sql.end()
  }
})

test('a resident downloads the statement of a condominium, and that of the year of a payment', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signInThroughApi(page, 'condomino')
  await page.goto('/#/dashboard')
  const ofNow = page.getByRole('button', { name: 'Scarica PDF dell’estratto conto di Condominio Ghibellina' })
  const year = today().slice(0, 4)
  expect(await fileBy(ofNow)).toMatch(
    new RegExp(`^Estratto conto .+ ${year}-01-01 ${year}-\\d\\d-\\d\\d\\.pdf$`),
  )

  await page.goto('/#/i-miei-pagamenti')
  const ofYear = page
    .getByRole('button', { name: /^PDF \d{4} dell’estratto conto \d{4} di Condominio / })
    .first()
  const paid = /\d{4}/.exec((await ofYear.textContent()) ?? '')?.[0]
  expect(await fileBy(ofYear)).toMatch(
    new RegExp(`^Estratto conto .+ ${paid}-01-01 ${paid}-\\d\\d-\\d\\d\\.pdf$`),
  )
})

/** Presses a button that downloads a PDF; returns the name of the file. */
async function fileBy(button: Locator): Promise<string> {
  const started = button.page().waitForEvent('download')
  await button.click()
  const download = await started
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  return download.suggestedFilename()
}

/** What the home says is owed now, in cents. */
async function owedNow(page: Page): Promise<number> {
  const widget = page.getByRole('region', { name: 'Da pagare ora' })
  return centsOf((await widget.getByRole('link', { name: /^Paga/ }).textContent()) ?? '')
}
const centsOf = (text: string) => Number(text.replace(/\D/g, ''))
