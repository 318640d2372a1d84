import type { Browser } from '@playwright/test'

/** Milliseconds since the address was asked for; infinite: never seen. */
type Seen = { skeleton: number; sum: number; pay: number }

/** Notes when the page first shows anything, an amount in euro, and a way to pay that can be chosen. */
const watch = `
  globalThis.seen = { skeleton: Infinity, sum: Infinity, pay: Infinity }
  const look = () => {
    const root = document.getElementById('root') ?? document.body
    if (!root) return requestAnimationFrame(look)
    const { seen } = globalThis
    const now = performance.now()
    if (root.getBoundingClientRect().height > 0) seen.skeleton = Math.min(seen.skeleton, now)
    if (/\\d,\\d\\d\\s*€/.test(root.innerText)) seen.sum = Math.min(seen.sum, now)
    const answers = document.documentElement.dataset.drawn === undefined
    if (answers && root.querySelector('input[type=radio]')) seen.pay = Math.min(seen.pay, now)
    if (!Number.isFinite(seen.pay)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

/** Opens a page as an old phone on a poor connection does: 500 kb/s, 400 ms, a quarter of this processor. */
export async function onSlowNetwork(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const bytes = 500_000 / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url, { timeout: 120_000 })
  // Not `waitForFunction`, which the page's policy forbids.
  for (
    let tries = 0;
    tries < 100 && !(await page.evaluate('Number.isFinite(globalThis.seen.pay)'));
    tries += 1
  )
    await page.waitForTimeout(100)
  const seen = await page.evaluate<Seen>('globalThis.seen')
  await context.close()
  return { skeleton: seen.skeleton ?? Infinity, sum: seen.sum ?? Infinity, pay: seen.pay ?? Infinity }
}
