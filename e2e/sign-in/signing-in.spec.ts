import { expect } from '@playwright/test'
import { expectDashboard, signIn } from '../actions.ts'
import { test } from '../test.ts'

test('a wrong password is refused, and what was typed stays', async ({ page }) => {
  await page.goto('/#/auth/login')
  await signIn(page, 'amministratore', 'sbagliata')
  await expect(page.getByText('Username o Password errate.')).toBeVisible()
  await expect(page.getByLabel('Nome utente')).toHaveValue('amministratore')
  await signIn(page, 'amministratore')
  await expectDashboard(page)
})

test('a link to a page leads there after sign-in', async ({ page }) => {
  await page.goto('/#/condomini')
  await expect(page).toHaveURL(/#\/auth/)
  await signIn(page, 'amministratore')
  await expect(page).toHaveURL(/#\/condomini/)
})
