import { test as base } from '@playwright/test'

/** As Playwright's, but what other people's browsers a test has opened does not stay open behind it. */
export const test = base.extend<{ leavesNobodyBehind: undefined }>({
  leavesNobodyBehind: [
    async ({ browser, context }, use) => {
      await use(undefined)
      for (const other of browser.contexts()) if (other !== context) await other.close()
    },
    { auto: true },
  ],
})
