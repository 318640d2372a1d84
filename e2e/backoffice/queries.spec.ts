import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openDashboard } from '../actions.ts'
import { test } from '../test.ts'

test('the back office writes a query, tries it, sees its plan and asks for approval; who ran it is written down', async ({
  page,
}) => {
  const name = `Incassi per stato ${Date.now() % 1_000_000}`
  await openDashboard(page, 'backoffice')
  const menu = page.getByRole('navigation', { name: 'Principale' })
  await menu.getByRole('link', { name: 'Interrogazioni salvate' }).click()
  await expect(page.getByRole('heading', { name: 'Interrogazioni salvate' })).toBeVisible()
  await expectAccessible(page, 'interrogazioni salvate')

  await page.getByRole('link', { name: 'Nuova' }).click()
  const editor = page.getByRole('textbox', { name: 'Testo SQL' })
  await editor.click()
  await page.keyboard.insertText(
    'select state, count(*) as pagamenti from payments where amount >= :minimo group by state',
  )
  await page.getByRole('button', { name: 'Aggiungi un parametro' }).click()
  await page.getByLabel('Nome nel testo').fill('minimo')
  await page.getByLabel('Etichetta').first().fill('Importo minimo')
  await page.getByRole('combobox', { name: 'Tipo' }).click()
  await page.getByRole('option', { name: 'Importo in euro' }).click()
  await page.getByLabel('Importo minimo').fill('1,00')
  await editor.click()
  await page.keyboard.press('Control+Enter')
  const rows = page.getByRole('region', { name: 'Righe del risultato' })
  await expect(rows.getByRole('columnheader', { name: 'pagamenti' })).toBeVisible()
  await expect(rows.getByRole('cell', { name: 'succeeded' })).toBeVisible()
  await expectAccessible(page, 'editor e risultato')

  await page.getByRole('button', { name: 'Mostra il piano' }).click()
  await expect(page.getByText(/Costo stimato/)).toBeVisible()

  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Salva la bozza' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Chiedi l’approvazione' }).click()
  await expect(page.getByText('L’hai scritta tu: la approva un altro autore.')).toBeVisible()

  await page.goto('/#/admin-management/query-admin/esecuzioni')
  await expect(page.getByRole('row', { name: /select state, count/ }).first()).toBeVisible()
  await expectAccessible(page, 'esecuzioni')
})

test('a query that asks for a secret, or does more than read, is refused with what PostgreSQL says', async ({
  page,
}) => {
  await openDashboard(page, 'backoffice')
  await page.goto('/#/admin-management/query-admin/nuova')
  const editor = page.getByRole('textbox', { name: 'Testo SQL' })
  for (const [text, said] of [
    ['select iban from accounts', /riga 1, colonna 8: column "iban" does not exist/],
    ['delete from bills', /syntax error/],
    ['select pg_sleep(3)', /permission denied for function pg_sleep/],
  ] as const) {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
    await page.getByRole('button', { name: 'Esegui', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
  }
  await expectAccessible(page, 'interrogazione rifiutata')
})
