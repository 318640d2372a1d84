import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from './wait-until-idle.ts'

/**
 * Letters of 200 %, as the browser's own setting makes them: all are twice as large, the sum in large figures as far as there is
 * room for it, and nothing is cut.
 */
export async function expectTwiceAsLarge(page: Page, what: string): Promise<void> {
  await waitUntilIdle(page)
  await page.evaluate(`globalThis.sizes = new Map([...document.querySelectorAll('#root *')]
    .filter((each) => each.matches('textarea, input:not([type=radio], [type=checkbox], [type=hidden])')
      || [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    .map((each) => [each, parseFloat(getComputedStyle(each).fontSize)]))`)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const left = await page.evaluate<string[]>(`[...sizes]
    .filter(([each, size]) => each.isConnected && parseFloat(getComputedStyle(each).fontSize) < size * (size > 30 ? 1.25 : 1.9))
    .map(([each, size]) => size + 'px ' + each.className + ': ' + each.textContent.slice(0, 40))`)
  expect(left, `${what}: letters that stay as they are`).toEqual([])
  await expectNothingCut(page, `${what}, 200 % letters`)
}

/** 400 % of a window of 1280 × 1024 points leaves 320 × 256: nothing is cut. Called before letters are enlarged. */
export async function expectFourTimesEnlarged(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 256 })
  await waitUntilIdle(page)
  await expectNothingCut(page, `${what}, 400 %`)
  if (before) await page.setViewportSize(before)
}

/** Neither the page nor a part of it scrolls sideways, and no text ends outside the window or the box that it stands in. */
export async function expectNothingCut(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(wide, `${what}: the page scrolls sideways`).toBeLessThanOrEqual(0)
  expect(await page.evaluate<string[]>(cut), `${what}: parts that are cut`).toEqual([])
}

/**
 * Finds the elements that cut their text. It skips text for screen readers alone, which nobody sees: such an element is one pixel
 * wide or clipped, or stands inside one that is.
 */
const cut = `(() => {
  const name = (each) => each.tagName.toLowerCase() + '.' + each.className + ': ' + each.textContent.trim().slice(0, 40)
  const unseen = (each) => !each.checkVisibility({ visibilityProperty: true })
    || each.offsetWidth <= 1 || /inset/.test(getComputedStyle(each).clipPath)
    || (each.parentElement !== null && unseen(each.parentElement))
  const found = new Set()
  const all = [...document.querySelectorAll('#root *')].filter((each) => each instanceof HTMLElement)
  for (const each of all) {
    if (each.tagName === 'INPUT' || unseen(each)) continue
    const { overflowX, overflowY } = getComputedStyle(each)
    if (overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1) found.add(name(each))
    if (/hidden|clip/.test(overflowY) && each.scrollHeight > each.clientHeight + 1) found.add(name(each))
    for (const child of each.childNodes) {
      if (child.nodeType !== Node.TEXT_NODE || child.data.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(child)
      const { left, right } = range.getBoundingClientRect()
      if (right > innerWidth + 1 || left < -1) found.add(name(each))
    }
  }
  return [...found]
})()`
