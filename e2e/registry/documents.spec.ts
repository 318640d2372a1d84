import { expect, type Page } from '@playwright/test'
import { luhnHolds } from '@saldo/domain/registry/eleven-digits'
import { expectAccessible } from '../accessible.ts'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7 ${name}`),
})
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** An unused tax code of eleven digits with a valid check digit. */
function newVatNumber(): string {
  const first = `${String(Date.now()).slice(-7)}048`
  return [...'0123456789'].map((digit) => first + digit).find(luhnHolds) as string
}

test('an office uploads a document, the back office says why it is not valid, the office reads it and uploads another', async ({
  page,
  browser,
}) => {
  const wrong = `carta-${Date.now()}.pdf`
  const right = `carta-nuova-${Date.now()}.pdf`
  await signInThroughApi(page, 'nuovo')
  await page.goto('/#/documenti')
  const choose = page.getByRole('combobox', { name: 'Tipo di documento' })
  const file = page.getByLabel('Documento da caricare')
  await page.getByRole('button', { name: 'Scegli un file' }).click()
  await expect(page.getByText('Scegli prima che documento è.')).toBeVisible()
  await choose.click()
  await page.getByRole('option', { name: 'Documento d’identità' }).click()
  await file.setInputFiles({ ...pdf('finto.pdf'), buffer: Buffer.from('<script>') })
  await expect(page.getByText('Questo file non è un PDF')).toBeVisible()
  await file.setInputFiles(pdf(wrong))
  await expect(row(page, wrong)).toContainText('Da verificare')
  await expectAccessible(page, '/documenti')

  const office = await (await browser.newContext({ locale: 'it-IT' })).newPage()
  await signInThroughApi(office, 'backoffice')
  await office.goto('/#/clienti?q=neri')
  await office.getByRole('row').filter({ hasText: 'Studio Neri' }).click()
  await office.getByRole('link', { name: /^Documenti, \d+ da verificare/ }).click()
  const [saved] = await Promise.all([
    office.waitForEvent('download'),
    office.getByRole('button', { name: `Scarica Documento d’identità, ${wrong}` }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(wrong)
  await office.getByRole('button', { name: `Non valido: Documento d’identità, ${wrong}` }).click()
  await office.getByRole('button', { name: 'Segna come non valido' }).click()
  await expect(office.getByText('Scrivi perché non è valido.')).toBeVisible()
  await office.getByLabel('Perché').fill('È scaduta a marzo: serve quella nuova.')
  await office.getByRole('button', { name: 'Segna come non valido' }).click()
  await expect(row(office, wrong)).toContainText('Non valido')

  // The open page updates by itself.
  await expect(row(page, wrong)).toContainText('È scaduta a marzo: serve quella nuova.')
  await page.getByRole('button', { name: `Elimina Documento d’identità, ${wrong}` }).click()
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row(page, wrong)).toHaveCount(0)
  await choose.click()
  await page.getByRole('option', { name: 'Documento d’identità' }).click()
  await file.setInputFiles(pdf(right))
  await office.getByRole('button', { name: `Verifica Documento d’identità, ${right}` }).click()
  await expect(row(page, right)).toContainText('Verificato')
  await expect(row(page, right).getByRole('button', { name: /^Elimina/ })).toHaveCount(0)
})

test('an incomplete customer is kept, completed and activated', async ({ page }) => {
  const name = `Studio Serra ${Date.now()}`
  await signInThroughApi(page, 'backoffice')
  await page.goto('/#/clienti/nuovo')
  await page.getByLabel('Ragione sociale').fill(name)
  await page.getByRole('button', { name: 'Aggiungi il cliente' }).click()
  await expect(page.getByText('Serve la partita IVA, o il codice fiscale.')).toBeVisible()
  await page.getByRole('button', { name: 'Tieni fra gli incompleti' }).click()
  await page.getByRole('row').filter({ hasText: name }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByLabel('Partita IVA').fill(newVatNumber())
  await page.getByRole('textbox', { name: 'Indirizzo', exact: true }).fill('Via Ricasoli')
  await page.getByRole('combobox', { name: 'Comune' }).fill('Firenze')
  await page.getByRole('option', { name: /^Firenze/ }).click()
  await page.getByRole('textbox', { name: 'CAP' }).fill('50122')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('studio@serra.example.it')
  await page.getByRole('button', { name: 'Completa', exact: true }).click()
  await expect(page.getByText('Da attivare')).toBeVisible()
  await expectAccessible(page, '/clienti/{id}')
  await page.getByRole('button', { name: 'Attiva', exact: true }).click()
  // No document was uploaded: the reason is asked.
  await page.getByLabel('Perché lo attivi lo stesso').fill('Documenti visti di persona')
  await page.getByRole('button', { name: 'Attiva e avvisa' }).click()
  await expect(page.getByText(`${name} è attivo.`)).toBeVisible()
  await expect(page.getByText('Attivo', { exact: true })).toBeVisible()
  await page.goto('/#/clienti')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Attivo')
  await expectAccessible(page, '/clienti')
})
