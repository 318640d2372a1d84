import { expect, type Route } from '@playwright/test'
import { openDashboard, signInThroughApi } from '../actions.ts'
import { built, newer, says, versions } from '../notices.ts'
import { test } from '../test.ts'

test('a chunk that does not arrive within 120 seconds counts as lost and a button requests it again; the rest works', async ({
  page,
}) => {
  await page.clock.install()
  await openDashboard(page)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  const held: Route[] = []
  await page.route(/assets\/AccountsPage-.*\.js/, (route) => void held.push(route))
  await page.evaluate("location.hash = '#/condomini'")
  await expect.poll(() => held.length).toBe(1)
  // The page's clock runs on meanwhile: on a slow machine for seconds.
  await page.clock.fastForward(110_000)
  const lost = page.getByText('Una parte di Saldo non si è caricata.')
  await expect(lost).toBeHidden()
  await page.clock.fastForward(10_000)
  await expect(lost).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  for (const route of held) await route.abort()
  await page.unroute(/assets\/AccountsPage-.*\.js/)
  await page.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(lost).toBeHidden()
})

test('a chunk that a deployment has removed leads to the update, not to an empty page', async ({ page }) => {
  await page.clock.install()
  const asked = await versions(page, says(built))
  await openDashboard(page)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.route(/assets\/SubjectsPage-.*\.js/, (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found' } }),
  )
  asked.answer = says(newer)
  await page.evaluate("location.hash = '#/anagrafica'")
  for (let second = 0; second < 5; second++) await page.clock.runFor(1000)
  await expect(page.getByText('È cambiata con la versione nuova: aggiorna per aprirla.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aggiorna ora' })).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('opening a page directly whose chunk is missing shows the menu, a sentence and a button that works', async ({
  page,
}) => {
  await signInThroughApi(page)
  const layout = /assets\/SignedInLayout-.*\.js/
  const held: Route[] = []
  await page.route(layout, (route) => void held.push(route))
  await page.route(/assets\/AccountsPage-.*\.js/, (route) => route.abort())
  await page.goto('/#/condomini')
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByRole('status', { name: 'Carico la pagina' })).toBeVisible()
  for (const route of held) await route.continue()
  await page.unroute(layout)
  await expect(page.getByText('Una parte di Saldo non si è caricata.')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.unroute(/assets\/AccountsPage-.*\.js/)
  await page.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('when not even the entry chunk arrives there is a sentence and a button, not an empty page', async ({
  page,
}) => {
  await page.route(/assets\/index-.*\.js/, (route) => route.abort())
  await page.goto('/#/auth/login')
  await expect(page.getByText('Saldo non si è caricato.')).toBeVisible()
  await page.unroute(/assets\/index-.*\.js/)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByLabel('Nome utente')).toBeVisible()
})
