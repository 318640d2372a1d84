import { expect } from '@playwright/test'
import { office } from '../actions.ts'
import { start } from '../notices.ts'
import { test } from '../test.ts'

test('both toasts (snackbars) disappear after 5000 ms, and stay while the pointer or the focus is on them', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install({ time: start })
  const { call } = await office(page, request)
  const { items } = await call<{ items: { bill_id: number }[] }>('GET', '/v1/bills?limit=1&state=overdue')
  await page.goto(`/#/bollette/${items[0]?.bill_id}`)
  const copy = page.getByRole('button', { name: 'Copia link' })
  await expect(copy).toBeVisible()
  await page.clock.pauseAt(new Date(start.getTime() + 120_000))
  const said = page.getByText('Link copiato')
  const shown = async () => {
    await copy.click()
    await expect(said).toBeVisible()
    await page.mouse.move(0, 0)
  }
  await shown()
  await page.clock.runFor(4900)
  await expect(said).toBeVisible()
  await page.clock.runFor(200)
  await expect(said).toBeHidden()
  // It stays while the pointer is on it, and while it has the focus.
  await shown()
  await said.hover()
  await page.clock.runFor(20_000)
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Chiudi' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(said).toBeVisible()
  await copy.focus()
  await page.clock.runFor(5100)
  await expect(said).toBeHidden()
  // The other toast reports success or failure; it continues after the reload that follows a logout.
  await page.clock.resume()
  await page
    .getByRole('button', { name: /, menu di / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const alerted = page.getByRole('alert').getByText('Logout eseguito.')
  await expect(alerted).toBeVisible()
  await page.clock.runFor(6500)
  await expect(alerted).toBeHidden()
})

test('the loading overlay with its text disappears 300 ms after the end', async ({ page, request }) => {
  await page.clock.install({ time: start })
  await office(page, request)
  await page.goto('/#/bollette/importa')
  const template = page.getByRole('button', { name: /modello/i }).first()
  await expect(template).toBeVisible()
  let answer = () => {}
  await page.route('**/v1/bills/import/template', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await page.clock.pauseAt(new Date(start.getTime() + 120_000))
  await template.click()
  const veil = page.getByText('Preparo il modello…')
  await expect(veil).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(veil).toBeVisible()
  const saved = page.waitForEvent('download')
  answer()
  await saved
  await page.clock.runFor(290)
  await expect(veil).toBeVisible()
  await page.clock.runFor(20)
  await expect(veil).toBeHidden()
})

test('the back-to-top button appears after 300 px', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await office(page, request)
  await page.goto('/#/condomini/nuovo')
  const scroller = page.locator('main[data-scroller]')
  await expect(page.getByRole('button', { name: 'Aggiungi il condominio' })).toBeVisible()
  const scroll = (to: number) => scroller.evaluate((main, top) => main.scrollTo(0, top), to)
  const up = page.getByRole('button', { name: 'Torna in cima' })
  await scroll(300)
  await expect(up).toBeHidden()
  await scroll(301)
  await expect(up).toBeVisible()
  await up.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => scroller.evaluate((main) => main.scrollTop)).toBe(0)
  await expect(up).toBeHidden()
})

test('the back-to-top button also works for a list, which scrolls inside', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await office(page, request)
  await page.goto('/#/anagrafica')
  const list = page.getByRole('grid')
  await expect(list.getByRole('row').nth(10)).toBeVisible()
  const up = page.getByRole('button', { name: 'Torna in cima' })
  await list.evaluate((grid) => grid.scrollTo(0, 300))
  await expect(up).toBeHidden()
  await list.evaluate((grid) => grid.scrollTo(0, 301))
  await expect(up).toBeVisible()
  await up.click()
  await expect.poll(() => list.evaluate((grid) => grid.scrollTop)).toBe(0)
  await expect(up).toBeHidden()
})
