import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { quiet } from './traffic.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** axe finds nothing to say of the page, in either theme, on a desk and on a phone. */
export async function accessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violations(page), `${name}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** The same in either theme, at the width that the page has now. */
export async function accessibleAtThisWidth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page), `${name}, ${colorScheme}`).toEqual([])
  }
}

/**
 * What axe finds in the page and its frames, once nothing is loading. axe runs in the page itself and reports only what is
 * wrong: @axe-core/playwright opens a second page for each look and costs ten times as much for the same findings.
 */
async function violations(page: Page): Promise<string[]> {
  await quiet(page)
  for (const frame of page.frames()) await frame.evaluate(`if (!globalThis.axe) { ${axe.source} }`)
  return page.evaluate(`axe
    .run({ runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`)
}
