import { test as base } from '@playwright/test'
import { trackRequests } from './wait-until-idle.ts'

/** Playwright's `test`, which also closes the other browser contexts that a test opened. */
export const test = base.extend<{ leavesNobodyBehind: undefined }, { followsTraffic: undefined }>({
  followsTraffic: [
    async ({ browser }, use) => {
      browser.on('context', trackRequests)
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
