import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { signInThroughApi } from '../actions.ts'
import { test } from '../test.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'

/** In the rows of the list: the size of each text; what is cut; where each row begins and ends. */
const measured = `(() => {
  const grid = document.querySelector('[role=grid]')
  const rows = [...grid.querySelectorAll('[data-index]')]
  const texts = [...grid.querySelectorAll('*')]
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
  return {
    sizes: texts.map((each) => parseFloat(getComputedStyle(each).fontSize)),
    cut: [...rows, ...rows.flatMap((row) => [...row.querySelectorAll('*')])]
      .filter((each) => getComputedStyle(each).display !== 'inline' && !each.matches('input') && each.clientWidth > 1
        && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1))
      .map((each) => each.className + ': ' + each.textContent.slice(0, 40)),
    edges: rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])
      .sort(([a], [b]) => a - b),
  }
})()`
type Measured = { sizes: number[]; cut: string[]; edges: [number, number][] }
const measure = async (page: Page) => {
  await waitUntilIdle(page)
  return page.evaluate<Measured>(measured)
}

const openPayments = async (page: Page) => {
  await signInThroughApi(page, 'condomino')
  await page.goto('/#/i-miei-pagamenti')
  await expect(rowAt(page, 0)).toBeVisible()
}
const rowAt = (page: Page, index: number) => page.locator(`[role=grid] [data-index="${index}"]`)
const resizeLetters = async (page: Page, size: string) => {
  await page.addStyleTag({ content: `html { font-size: ${size} }` })
  await waitUntilIdle(page)
}
const expectApart = ({ edges }: Measured) => {
  for (const [index, [top]] of edges.entries())
    expect(top).toBeGreaterThanOrEqual((edges[index - 1]?.[1] ?? top) - 1)
}

/** Each step may load more rows, and may find rows higher than assumed. */
const scrollToEnd = (page: Page, last: Locator) =>
  expect(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await waitUntilIdle(page)
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass({ timeout: 30_000 })

/** Their widths, and the heights of a row with usual letters. */
const devices = [
  { width: 1280, height: 44 },
  { width: 390, height: 72 },
]

const openedOn = async (browser: Browser, width: number) => {
  const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage()
  await openPayments(page)
  return page
}

test('a resident’s list on a desktop and on a phone grows with the letters of their browser, and nothing is cut', async ({
  browser,
}) => {
  for (const { width, height } of devices) {
    const page = await openedOn(browser, width)
    const usual = await measure(page)
    const [first] = usual.edges
    expect(Math.round(first![1] - first![0])).toBe(height)
    if (width < 640) {
      // The document scrolls, and the rows follow.
      await page.evaluate('scrollTo(0, 2000)')
      await expect(rowAt(page, 28)).toBeInViewport()
      await page.evaluate('scrollTo(0, 0)')
      await expect(rowAt(page, 0)).toBeInViewport()
    }

    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expect(page.locator('[role=grid][data-grows]')).toBeVisible()
    const large = await measure(page)
    expect(Math.min(...large.sizes)).toBeGreaterThanOrEqual(1.9 * Math.min(...usual.sizes))
    expect(large.cut).toEqual([])
    expectApart(large)
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)

    await page.reload()
    await expect(rowAt(page, 0)).toBeVisible()
    expect((await measure(page)).edges[0]).toEqual(first)
    await page.context().close()
  }
})

test('a row ticked at the end of a resident’s list on a phone stays in sight, with usual and larger letters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPayments(page)
  for (const letters of ['100%', '200%']) {
    await resizeLetters(page, letters)
    const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
    expect(count).toBeGreaterThan(50)
    await scrollToEnd(page, rowAt(page, count - 1))
    const row = rowAt(page, count - 2)
    await row.getByRole('checkbox').check()
    await expect(page.getByRole('region', { name: 'Selezione' })).toBeVisible()
    await waitUntilIdle(page)
    await expect(row).toBeInViewport()
    await row.getByRole('checkbox').uncheck()
  }
})

test('rows of a resident’s list with larger letters do not overlap after their height is switched', async ({
  page,
}) => {
  await openPayments(page)
  await resizeLetters(page, '200%')
  await expect(page.locator('[role=grid][data-grows]')).toBeVisible()
  const least = () =>
    page.evaluate<string>("document.querySelector('[role=grid]').style.getPropertyValue('--height')")
  for (const [address, height] of [
    ['/#/i-miei-pagamenti?rows=compact', '72px'],
    ['/#/i-miei-pagamenti', '88px'],
  ] as const) {
    await page.goto(address)
    await expect.poll(least).toBe(height)
    expectApart(await measure(page))
  }
})

test('letters smaller than usual leave the rows of a resident’s list as high as usual, on a desktop and on a phone', async ({
  browser,
}) => {
  for (const { width, height } of devices) {
    const page = await openedOn(browser, width)
    const usual = await measure(page)
    await resizeLetters(page, '75%')
    const small = await measure(page)
    expect(Math.min(...small.sizes)).toBeLessThan(Math.min(...usual.sizes))
    for (const [top, bottom] of small.edges) expect(Math.round(bottom - top)).toBe(height)
    await page.context().close()
  }
})
