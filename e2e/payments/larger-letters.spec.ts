import { expect, type Page } from '@playwright/test'
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

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 390],
] as const)
  test(`a resident’s list on ${device} grows with the letters of their browser, and nothing is cut`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signInThroughApi(page, 'condomino')
    await page.goto('/#/i-miei-pagamenti')
    await expect(page.locator('[role=grid] [data-index]').first()).toBeVisible()
    const usual = await measure(page)
    const [first] = usual.edges
    expect(Math.round(first![1] - first![0])).toBe(device === 'a phone' ? 72 : 44)
    if (device === 'a phone') {
      // The document scrolls, and the rows follow.
      await page.evaluate('scrollTo(0, 2000)')
      await expect(page.locator('[role=grid] [data-index="28"]')).toBeInViewport()
      await page.evaluate('scrollTo(0, 0)')
      await expect(page.locator('[role=grid] [data-index="0"]')).toBeInViewport()
    }

    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expect(page.locator('[role=grid][data-grows]')).toBeVisible()
    const large = await measure(page)
    expect(Math.min(...large.sizes)).toBeGreaterThanOrEqual(1.9 * Math.min(...usual.sizes))
    expect(large.cut).toEqual([])
    for (const [index, [top]] of large.edges.entries())
      expect(top).toBeGreaterThanOrEqual((large.edges[index - 1]?.[1] ?? top) - 1)
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)

    await page.reload()
    await expect(page.locator('[role=grid] [data-index]').first()).toBeVisible()
    expect((await measure(page)).edges[0]).toEqual(first)
  })
