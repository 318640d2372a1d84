import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { signIn, signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

test.describe('the consumer build, /b2c/', () => {
  test('a resident signs in there: no drawer, the dashboard alone, and b2c in the token request', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const asked: URLSearchParams[] = []
    const editions = new Set<string | undefined>()
    page.on('request', (request) => {
      if (!/\/(v1|oauth)\//.test(request.url())) return
      editions.add(request.headers()['app-edition'])
      if (request.url().endsWith('/oauth/token')) asked.push(new URLSearchParams(request.postData() ?? ''))
    })
    await page.goto('/b2c/#/auth/login')
    await signIn(page, 'condomino')
    await expect(page.getByRole('heading', { level: 1, name: 'Le mie bollette' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Principale' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Le mie bollette' })).toBeVisible()
    const grants = () => asked.map((each) => [each.get('grant_type'), each.get('b2c')].join(' ')).sort()
    await expect.poll(() => [...new Set(grants())]).toEqual(['password 1', 'refresh_token 1'])
    expect([...editions]).toEqual(['b2c'])
    await expectAccessible(page, 'le mie bollette')
    await page.getByRole('button', { name: /menu di/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    for (const hidden of ['Impostazioni', 'Documenti', 'API'])
      await expect(page.getByRole('menuitem', { name: hidden, exact: true })).toHaveCount(0)
  })

  test('pages for offices do not open by address, and the page says where they are', async ({ page }) => {
    await signInThroughApi(page, 'amministratore')
    for (const path of ['/bollette', '/condomini', '/settings']) {
      await page.goto('about:blank')
      await page.goto(`/b2c/#${path}`)
      await expect(page.getByText('Qui c’è solo la parte dei condòmini.')).toBeVisible()
      await expect(
        page.getByRole('link', { name: 'Apri la pagina nella dashboard degli studi' }),
      ).toHaveAttribute('href', `/#${path}`)
    }
  })

  test('a super user chooses a customer there too', async ({ page }) => {
    await signInThroughApi(page, 'backoffice')
    await page.goto('/b2c/#/dashboard')
    await page.getByRole('button', { name: 'Scegli un cliente' }).click()
    await page
      .getByRole('row', { name: /Studio/ })
      .first()
      .click()
    await expect(page.getByRole('status').filter({ hasText: 'Dati di' })).toContainText('Studio')
  })
})
