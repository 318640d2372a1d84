import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

const samples = new URL('../../server/features/imports/fixtures/', import.meta.url)
const file = (name: string, mimeType: string) => ({
  name,
  mimeType,
  buffer: readFileSync(new URL(name, samples)),
})
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('an administrator imports a whole condominium from a sheet: sees the errors, imports the rest, imports again without change, undoes it', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  // Remove what an interrupted run may have left.
  const latest = await call<{ import_id: number; can_undo: boolean }[]>('GET', '/v1/accounts/import')
  for (const { import_id, can_undo } of latest)
    if (can_undo) {
      await call('POST', `/v1/accounts/import/${import_id}/undo`)
      const stateNow = async () =>
        (await call<{ state: string }>('GET', `/v1/accounts/import/${import_id}`)).state
      await expect.poll(stateNow).toBe('undone')
    }
  await page.goto('/#/condomini/importa')
  const choose = page.getByLabel('Foglio di calcolo da importare')
  await choose.setInputFiles(file('04-unita-e-anagrafiche.xls', 'application/vnd.ms-excel'))
  await expect(page.getByText(/vecchio formato \.xls.*salvalo come \.xlsx/).first()).toBeVisible()

  await page.goto('/#/condomini/importa')
  await choose.setInputFiles(file('01-unita-e-anagrafiche.xlsx', xlsx))
  await expect(page.getByText('La provincia «XX» non esiste')).toBeVisible()
  await expectAccessible(page, 'importare un condominio')
  await page.getByRole('button', { name: 'Lascia fuori 5 righe sbagliate' }).click()
  await expect(page.getByRole('button', { name: 'Importa 55 righe' })).toBeDisabled()
  await page.getByRole('radio', { name: /^Negativo/ }).check()
  // «Co» may be a tenant or a co-owner.
  await page.getByRole('radio', { name: 'Locazione', exact: true }).check()
  await page.getByRole('button', { name: 'Rileggi il foglio' }).click()
  // Once among the notices, once at the foot of the page: the file was read again.
  await expect(page.getByText('Scrivi a che giorno sono i saldi')).toHaveCount(2)
  await page.getByLabel('Data dei saldi', { exact: true }).fill('31/12/2025')
  await page.getByRole('button', { name: 'Usa questa data' }).click()
  await expect(page.getByRole('heading', { name: 'Saldi al 31/12/2025' })).toBeVisible()
  await expectAccessible(page, 'importare un condominio')
  await page.getByRole('button', { name: 'Importa 55 righe' }).click()
  await expect(page.getByRole('heading', { name: '55 righe importate' })).toBeVisible()
  await expect(page.getByText('48 persone nuove')).toBeVisible()
  await expectAccessible(page, 'importare un condominio')

  await page.goto('/#/condomini/importa')
  await choose.setInputFiles(file('01-unita-e-anagrafiche.xlsx', xlsx))
  await page.getByRole('button', { name: 'Lascia fuori 5 righe sbagliate' }).click()
  // The next file may write its balances the other way: the sign is asked each time.
  await page.getByRole('radio', { name: /^Negativo/ }).check()
  // «Co» may be a tenant or a co-owner.
  await page.getByRole('radio', { name: 'Locazione', exact: true }).check()
  await page.getByRole('button', { name: 'Rileggi il foglio' }).click()
  await expect(page.getByText('Quello che dicono le 55 righe c’è già tutto')).toBeVisible()
  await page.getByRole('button', { name: 'Scarta' }).click()

  await page.getByRole('link', { name: '01-unita-e-anagrafiche.xlsx' }).nth(1).click()
  await page.getByRole('button', { name: 'Annulla l’importazione' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla l’importazione' }).click()
  await expect(page.getByRole('heading', { name: 'Importazione annullata' })).toBeVisible()
})
