import { expect } from '@playwright/test'
import { expectDashboard, signIn, signInThroughApi } from '../actions.ts'
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

test('a refusal without a description says Username o Password errate.', async ({ page }) => {
  await page.goto('/#/auth/login')
  await page.route('**/oauth/token', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
  )
  await signIn(page, 'amministratore')
  await expect(page.getByText('Username o Password errate.')).toBeVisible()
})

for (const [what, address] of [
  ['customer', /\/v1\/customers\/\d+$/],
  ['state', /\/v1\/customers\/state\/\d+$/],
] as const)
  test(`when an office’s own ${what} cannot be fetched the session expires`, async ({ page }) => {
    await signInThroughApi(page, 'amministratore')
    await page.route(address, (route) => route.fulfill({ status: 500, json: { error: 'unexpected' } }))
    await page.goto('/#/dashboard')
    await expect(page).toHaveURL(/#\/auth\/login/)
    await expect(page.getByText('Sessione scaduta.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('saldo.refresh'))).toBeNull()
  })
