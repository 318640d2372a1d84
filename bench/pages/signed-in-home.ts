import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Milliseconds until the largest paint of a resident's home, and its shift without unit. */
export type Painted = { lcp: number; cls: number }

/** Notes the largest paint and the shifts, as Lighthouse does: shifts without an input of the user. */
const watch = `
  globalThis.painted = { lcp: 0, cls: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.painted.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.painted.cls += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Signs in the resident of the demo, whose session the context keeps. */
export async function residentOfDemo(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${origin}/#/auth/login`)
  await page.getByLabel('Nome utente').fill('condomino')
  await page.getByLabel('Password', { exact: true }).fill('saldo-demo')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.getByRole('region', { name: 'Da pagare ora' }).waitFor({ timeout: 60_000 })
  await page.close()
  return context
}

/** The address of the result of a payment that this resident made. */
export async function resultOfResident(resident: BrowserContext, origin: string): Promise<string> {
  const page = await resident.newPage()
  await page.goto(`${origin}/#/dashboard`)
  const result = page.locator('a[href*="#/checkout-result/"]').first()
  const href = (await result.getAttribute('href', { timeout: 60_000 })) ?? ''
  await page.close()
  return new URL(href, origin).href
}

/**
 * Opens a page with the connection and processor of Lighthouse's phone (1.6 Mb/s, 150 ms, a quarter), really slowed down and
 * with an empty cache: Lighthouse itself cannot keep a session between its runs.
 */
export async function largestPaint(context: BrowserContext, url: string): Promise<Painted> {
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(watch)
  await page.goto(url, { timeout: 120_000 })
  // The last paint that counts is long past.
  await page.waitForTimeout(8_000)
  const painted = await page.evaluate<Painted>('globalThis.painted')
  await page.close()
  return painted
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const bytes = 1_600_000 / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: bytes, uploadThroughput: bytes / 2 },
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
