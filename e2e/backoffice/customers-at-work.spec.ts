import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openDashboard } from '../actions.ts'
import { test } from '../test.ts'

const band = (page: Page) => page.getByText(/^(Dati di|Agisci come)/).first()

/** Chooses the demo's office of `amministratore`. */
async function chooseOffice(page: Page) {
  await page.getByRole('button', { name: /^(Scegli un cliente|Cambia)$/ }).click()
  await page.getByRole('combobox', { name: 'Cerca un cliente' }).fill('Studio Neri')
  await page.getByRole('grid', { name: 'Clienti' }).getByRole('row', { name: /Studio Neri/ }).click()
  await expect(band(page)).toContainText('Dati di Studio Neri')
}

test('the back office looks at an office, impersonates it with a reason to change something, and the office reads both names', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  await openDashboard(page, 'backoffice')
  await chooseOffice(page)

  // To change something it must say why.
  const name = `Condominio Aiuto ${Date.now() % 1_000_000}`
  await page.goto('/#/condomini/nuovo')
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Aggiungi il condominio' }).click()
  const dialog = page.getByRole('dialog', { name: /^Agisci come Studio Neri/ })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'agisci come')
  await dialog.getByRole('button', { name: 'Agisci come' }).click()
  await expect(dialog.getByText('Scegli il motivo.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Motivo' }).click()
  await page.getByRole('option', { name: 'Lo studio lo ha chiesto per telefono' }).click()
  await dialog.getByLabel('Dettagli').fill('Ha chiamato la signora Neri')
  await dialog.getByRole('button', { name: 'Agisci come' }).click()
  // The call that was refused is repeated.
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(band(page)).toContainText('Ha chiamato la signora Neri')
  await expect(page.getByText('ancora 30 minuti')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'agisci come, su un telefono')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Termina' }).click()
  await expect(band(page)).toContainText('Dati di Studio Neri')

  const office = await (await browser.newContext()).newPage()
  await openDashboard(office)
  await office.goto('/#/storia?by=back_office')
  await expect(office.getByText('Saldo ha smesso di operare per lo studio').first()).toBeVisible()
  await expect(office.getByText(/\(backoffice\) per Studio Neri/).first()).toBeVisible()
  await office.getByText(name).first().click()
  await expect(office.getByText(/Motivo: Lo studio lo ha chiesto per telefono: Ha chiamato/)).toBeVisible()
  await office.context().close()
})
