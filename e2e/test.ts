import { test as base } from '@playwright/test'
import { followTraffic } from './traffic.ts'

/** As Playwright's, but what other people's browsers a test has opened does not stay open behind it. */
export const test = base.extend<{ leavesNobodyBehind: undefined }, { followsTraffic: undefined }>({
  followsTraffic: [
    async ({ browser }, use) => {
      browser.on('context', followTraffic)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  leavesNobodyBehind: [
    async ({ browser, context }, use) => {
      await use(undefined)
      for (const other of browser.contexts()) if (other !== context) await other.close()
    },
    { auto: true },
  ],
})
