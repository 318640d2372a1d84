import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { signInThroughApi } from '../actions.ts'
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

  await page.getByRole('radio', { name: /^Carta/ }).check()
  await page.getByLabel('Numero della carta').fill('4000000000009995')
  await page.getByLabel('Scadenza').fill('12/34')
  await page.getByLabel('Codice (CVC)').fill('123')
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
  await page.reload()
  await expect(results.getByText('Riuscito')).toHaveCount(2)

  await page.getByRole('link', { name: 'Torna alle tue bollette' }).click()
  await expect.poll(() => owedNow(page)).toBe(before - cents)
  await page.getByRole('link', { name: 'Tutti i pagamenti' }).click()
  await expect(page.getByRole('heading', { name: 'I tuoi pagamenti' })).toBeVisible()
  await expectAccessible(page, 'i pagamenti di chi paga', 6000)
})

/** What the home says is owed now, in cents. */
async function owedNow(page: Page): Promise<number> {
  const widget = page.getByRole('region', { name: 'Da pagare ora' })
  return centsOf((await widget.getByRole('link', { name: /^Paga/ }).textContent()) ?? '')
}
const centsOf = (text: string) => Number(text.replace(/\D/g, ''))
