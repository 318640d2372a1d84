import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtThisWidth } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

/*
 * What axe cannot see of the pages for payers. docs/performance.md and docs/accessibility.md name these tests.
 */

async function billOf(page: Page, request: Parameters<typeof office>[1]) {
  return (await office(page, request)).newBill(27_058)
}

/** Nothing to pay with is outside the window, and the page does not scroll sideways. */
async function expectNothingCut(page: Page, what: string) {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(wide, what).toBeLessThanOrEqual(0)
}

test('with the keyboard alone, in the order of the page, each group with its name', async ({
  page,
  request,
  browser,
}) => {
  const bill = await billOf(page, request)
  const payer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await payer.goto(bill.url)
  const group = payer.getByRole('group', { name: 'Come vuoi pagare' })
  await expect(group.getByRole('radio')).not.toHaveCount(0)

  const focused = () =>
    payer.evaluate<string>(
      'document.activeElement.getAttribute("name") ?? document.activeElement.textContent',
    )
  await payer.getByRole('radio', { name: /^Carta/ }).focus()
  await payer.keyboard.press('Space')
  await expect(payer.getByLabel('Numero della carta')).toBeVisible()
  const order: string[] = []
  for (let presses = 0; presses < 8; presses += 1) {
    await payer.keyboard.press('Tab')
    order.push(await focused())
    if (/^Paga/.test(order.at(-1) ?? '')) break
  }
  expect(order).toEqual([
    'number',
    'expiry',
    'cvc',
    'email',
    'keep',
    'autopay',
    expect.stringMatching(/^Paga/),
  ])

  await payer.getByLabel('Numero della carta').focus()
  // Number and expiry lead on by themselves.
  await payer.keyboard.type('4242424242424242')
  await expect(payer.getByLabel('Scadenza')).toBeFocused()
  await payer.keyboard.type('1234')
  await expect(payer.getByLabel('Codice (CVC)')).toBeFocused()
  await payer.keyboard.type('123')
  await payer.keyboard.press('Enter')
  await expect(payer.getByRole('heading', { level: 1, name: 'Fatto. Non devi altro.' })).toBeVisible()
  // The result is in a live region: it is announced.
  await expect(payer.locator('[aria-live] h1')).toHaveText('Fatto. Non devi altro.')
})

test('what is wrong is announced at its field, and focus goes there', async ({ page, request, browser }) => {
  const bill = await billOf(page, request)
  const payer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await payer.goto(bill.url)
  await payer.getByRole('radio', { name: /^Carta/ }).check()
  await payer.getByRole('button', { name: /^Paga/ }).click()
  const number = payer.getByLabel('Numero della carta')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  const described = (await number.getAttribute('aria-describedby'))?.split(' ') ?? []
  const said = await Promise.all(described.map((id) => payer.locator(`[id="${id}"]`).textContent()))
  expect(said.join(' ').trim()).not.toBe('')
})

test('letters of twice the size, a window four times enlarged, and other settings of the reader', async ({
  page,
  request,
  browser,
}) => {
  const bill = await billOf(page, request)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const payer = await context.newPage()
  await payer.goto(bill.url)
  const sum = payer.getByText('270', { exact: false }).first()
  const before = (await sum.boundingBox())?.height ?? 0

  // 200 % letters, as the browser's own setting makes them.
  await payer.addStyleTag({ content: 'html { font-size: 200% }' })
  await expect.poll(async () => (await sum.boundingBox())?.height ?? 0).toBeGreaterThan(before * 1.8)
  await payer.getByRole('radio', { name: /^Carta/ }).check()
  await expect(payer.getByRole('button', { name: /^Paga/ })).toBeVisible()
  await expectNothingCut(payer, '200 % letters')

  // 400 % of a window of 1280 points leaves 320.
  await payer.reload()
  await payer.setViewportSize({ width: 320, height: 256 })
  await expect(payer.getByLabel('Numero della carta')).toBeVisible()
  await expectNothingCut(payer, '400 %')
  await expectAccessibleAtThisWidth(payer, '400 %')

  // Reduced motion: nothing moves.
  await payer.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await payer.evaluate<string[]>(`document.getAnimations().map((each) => each.animationName)`)
  expect(moving).toEqual([])

  // Forced colours: states, fields and focus are drawn with borders and words, not with backgrounds alone.
  await payer.emulateMedia({ forcedColors: 'active' })
  const number = payer.getByLabel('Numero della carta')
  await number.focus()
  const drawn = await payer.evaluate<{ outlineStyle: string; borderStyle: string }>(`(() => {
    // The field's box has both.
    const { outlineStyle, borderStyle } = getComputedStyle(document.activeElement.parentElement)
    return { outlineStyle, borderStyle }
  })()`)
  expect(drawn.borderStyle).toBe('solid')
  expect(drawn.outlineStyle).not.toBe('none')
  await expect(payer.getByText(/Da pagare|scade/).first()).toBeVisible()
})
