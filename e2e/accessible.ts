import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { waitUntilIdle } from './wait-until-idle.ts'

const schemes = ['light', 'dark'] as const
/** The dark theme has the same elements in other colours, so only the rules about colours are asked again. */
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Expects no axe violations, in both themes, on desktop and phone widths. A page with a band that stays at the foot of
 * the window is tried in a window as tall as the page: the band covers a part of whatever button is just below it.
 */
export async function expectAccessible(page: Page, name: string, height = 900): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height })
      expect(await violations(page, colorScheme), `${name}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** Checks the page in both themes, at the present width. */
export async function expectAccessibleAtThisWidth(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page, colorScheme), `${name}, ${colorScheme}`).toEqual([])
  }
}

/**
 * The axe violations of the page and its frames, once nothing is loading. axe runs in the page itself and reports only
 * violations: @axe-core/playwright opens a second page for each check and takes ten times as long for the same
 * findings. The half megabyte of axe is sent to a page once, not for each check.
 */
async function violations(page: Page, colorScheme: keyof typeof rules): Promise<string[]> {
  await waitUntilIdle(page)
  for (const frame of page.frames())
    if (!(await frame.evaluate('Boolean(globalThis.axe)'))) await frame.evaluate(axe.source)
  return page.evaluate(`axe
    .run({ runOnly: ${JSON.stringify(rules[colorScheme])}, resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`)
}
