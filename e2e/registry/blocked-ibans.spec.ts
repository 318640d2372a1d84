import { expect } from '@playwright/test'
import { makeItalianIban, maskIban } from '@saldo/domain/iban'
import { expectAccessible } from '../accessible.ts'
import { office, openDashboard } from '../actions.ts'
import { test } from '../test.ts'

test('the back office blocks an IBAN, which no condominium may then use, and unblocks it', async ({
  page,
  browser,
}) => {
  const iban = makeItalianIban({ abi: '01030', cab: '02800', account: String(Date.now()).slice(-12) })
  await openDashboard(page, 'backoffice')
  await page.getByRole('link', { name: 'IBAN bloccati' }).click()
  await page.getByRole('button', { name: 'Blocca', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Blocca un IBAN' })
  await dialog.getByLabel('IBAN').fill(iban.slice(0, -1))
  await dialog.getByRole('button', { name: 'Blocca l’IBAN' }).click()
  await expect(dialog.getByText('Scrivi perché.')).toBeVisible()
  await dialog.getByLabel('IBAN').fill(iban)
  await dialog.getByLabel('Motivo').fill(`Segnalato dalla banca ${iban.slice(-6)}`)
  await expectAccessible(page, 'bloccare un IBAN')
  await dialog.getByRole('button', { name: 'Blocca l’IBAN' }).click()
  await expect(dialog).toHaveCount(0)

  const studio = await (await browser.newContext()).newPage()
  const { call } = await office(studio, studio.request)
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', {
    name: `Condominio Cauto ${Date.now()}`,
  })
  await studio.goto(`/#/condomini/${account_id}?tab=banca`)
  await studio.getByRole('button', { name: 'Indica l’IBAN' }).click()
  await studio.getByLabel('Nuovo IBAN').fill(iban)
  await expect(studio.getByText(/bloccat/)).toBeVisible()

  await page.getByPlaceholder('Pezzi di IBAN, motivo').fill(iban)
  await page.getByText(maskIban(iban)).first().click()
  await expectAccessible(page, 'un IBAN bloccato')
  await page.getByRole('button', { name: 'Sblocca' }).click()
  await page.getByRole('button', { name: 'Sblocca l’IBAN' }).click()
  await expect(page.getByText(`${maskIban(iban)} si può di nuovo usare.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nessun IBAN bloccato' })).toBeVisible()
})
