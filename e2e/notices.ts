import { expect, type Page, type Route } from '@playwright/test'

export const built = 'v2.0-395'
export const newer = 'v2.0-396'
export const start = new Date('2026-09-15T10:00:00+02:00')
export const versionsPath = '**/v1/settings/versions'

/** Sets the reply of GET /v1/settings/versions, and counts the requests. */
export async function versions(page: Page, first: (route: Route) => Promise<void>) {
  const asked = { times: 0, answer: first }
  await page.route(versionsPath, async (route) => {
    asked.times++
    await asked.answer(route)
  })
  return asked
}
export const says =
  (frontend: string, minimum = built) =>
  (route: Route) =>
    route.fulfill({
      json: { frontend, frontend_b2c: frontend, minimum, outbox: true, environment: 'sandbox' },
    })
export const fails = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })

/** Opens the sign-in page with a fake clock and its notices loaded. */
export async function signInPage(page: Page) {
  await page.clock.install({ time: start })
  await page.goto('/#/auth/login')
  await overlaysReady(page)
}
export async function overlaysReady(page: Page) {
  await expect(page.getByLabel('Nome utente').or(page.locator('main')).first()).toBeVisible()
  await expect(page.locator('div[role=status][data-print=away]').first()).toBeAttached()
}

export const maintenance = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Dashboard in manutenzione' })
export const outdated = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Versione non aggiornata, pulire la cache del browser' })
export const prompt = (page: Page) => page.getByText('C’è una versione nuova di Saldo.')
