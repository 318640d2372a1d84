import { expect } from '@playwright/test'
import { arrived, signIn } from './saldo.ts'
import { test } from './test.ts'

test('con la password sbagliata non si entra, e quello che si è scritto resta', async ({ page }) => {
  await page.goto('/#/auth/login')
  await signIn(page, 'amministratore', 'sbagliata')
  await expect(page.getByText('Username o Password errate.')).toBeVisible()
  await expect(page.getByLabel('Nome utente')).toHaveValue('amministratore')
  await signIn(page, 'amministratore')
  await arrived(page)
})

test('un collegamento a una pagina riporta lì dopo l’accesso', async ({ page }) => {
  await page.goto('/#/condomini')
  await expect(page).toHaveURL(/#\/auth/)
  await signIn(page, 'amministratore')
  await expect(page).toHaveURL(/#\/condomini/)
})
