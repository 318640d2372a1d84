import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

test('an administrator makes a year’s bills from a budget, leaves while they are written, and takes them back', async ({
  page,
}) => {
  await signInThroughApi(page)
  const name = `Preventivo di prova ${Date.now() % 1_000_000}`

  await page.goto('/#/bollette')
  await page.getByRole('link', { name: 'Da preventivo' }).click()
  await page.getByRole('link', { name: 'Nuovo', exact: true }).click()
  await page.getByRole('combobox', { name: 'Condominio' }).fill('Ghibellina')
  await page.getByRole('combobox', { name: 'Condominio' }).fill('Ghibellina')
  await page
    .getByRole('option', { name: /Ghibellina/ })
    .first()
    .click()
  await page.getByLabel('Nome').fill(name)
  await page.getByRole('button', { name: 'Continua con le voci' }).click()

  await page.getByRole('button', { name: 'Aggiungi una voce' }).click()
  const expense = page.getByRole('dialog', { name: 'Nuova voce' })
  await expense.getByRole('button', { name: 'Aggiungi la voce' }).click()
  await expect(expense.getByText('Scrivi per che cosa è la spesa.')).toBeVisible()
  await expense.getByLabel('Voce', { exact: true }).fill('Spese generali')
  await expense.getByLabel('Importo dell’anno').fill('12.345,67')
  await expectAccessible(page, 'una voce di spesa')
  await expense.getByRole('button', { name: 'Aggiungi la voce' }).click()
  await expect(page.getByText('Totale 12.345,67 €')).toBeVisible()

  await page.getByRole('link', { name: 'Continua con le rate' }).click()
  await page.getByLabel('Scadenza', { exact: true }).fill('31/01/2027')
  await page.getByRole('button', { name: 'Prepara le rate' }).click()
  await expect(page.getByText('Rata 4 di 4')).toBeVisible()
  await page.getByRole('button', { name: 'Continua con l’anteprima' }).click()

  const issue = page.getByRole('button', { name: /^Emetti \d+ bollette per 12\.345,67 €$/ })
  await expect(issue).toBeVisible()
  await expectAccessible(page, 'anteprima')
  await issue.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Emetti/ })
    .click()
  await page.goto('/#/bollette/preventivi')
  await page.getByText(name).click()

  await expect(page.getByText('Emesso', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vedi le bollette' })).toBeVisible()
  await page.getByRole('button', { name: 'Annulla l’emissione' }).click()
  const undo = page.getByRole('dialog', { name: 'Annullare l’emissione?' })
  const count = (await undo.getByText(/^Per confermare scrivi/).innerText()).replace(/\D/g, '')
  await undo.getByRole('textbox').fill(count)
  await undo.getByRole('button', { name: /^Annulla \d/ }).click()
  await expect(page.getByText('Bozza', { exact: true })).toBeVisible()
})
