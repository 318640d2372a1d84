import { expect } from '@playwright/test'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

test('on a phone the view that is shown is in sight among the others', async ({ browser }) => {
  const page = await (await browser.newContext(phone)).newPage()
  await signInThroughApi(page)
  await page.goto('/#/bonifici/restituzioni')
  const shown = page.getByRole('navigation', { name: 'Viste' }).getByRole('link', { name: 'Restituzioni' })
  await expect(shown).toHaveAttribute('aria-current', 'page')
  await expect(shown).toBeInViewport({ ratio: 1 })
})

test('on a phone the options of a field in a dialog open under it, and can be chosen', async ({
  browser,
}) => {
  const page = await (await browser.newContext(phone)).newPage()
  await signInThroughApi(page)
  await page.goto('/#/solleciti')
  await page.getByRole('button', { name: 'Sollecita i morosi' }).first().click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Condominio' })
  await field.fill('Ghibellina')
  const option = page.getByRole('option', { name: 'Condominio Ghibellina' })
  await expect(option).toBeAttached()
  // The page never gets wider than the phone: the list would move with it, and be hidden again and again.
  expect(await page.evaluate(widestWithinFrames)).toBe(390)
  await option.click()
  await expect(field).toHaveValue('Condominio Ghibellina')
})

/** The widest that the page has been during a second. */
const widestWithinFrames = `(async () => {
  let widest = 0
  for (let frame = 0; frame < 60; frame += 1) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    widest = Math.max(widest, innerWidth)
  }
  return widest
})()`
