import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { office } from '../actions.ts'
import { instance } from '../instances.ts'
import { test } from '../test.ts'

/** The paths that a page requests on such a connection, from its opening until half a minute of its clock after `shown` is there. */
async function askedFor(
  browser: Browser,
  url: string,
  connection: object,
  /** Whether the page installs a service worker, which fetches pages ahead. */
  keeps: boolean,
  {
    shown = (page: Page): Locator => page.getByRole('radio', { name: /^Carta/ }),
    /** The first frame, after which the scripts are requested, comes after the load of the page. */
    late = false,
  } = {},
) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' })
  await context.addInitScript((own) => {
    Object.defineProperty(navigator, 'connection', { value: own, configurable: true })
  }, connection)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.')))
  await page.clock.install()
  if (late)
    await page.addInitScript(
      'requestAnimationFrame = (act) => addEventListener("load", () => setTimeout(act, 200))',
    )
  await page.goto(url)
  await expect(shown(page)).toBeVisible()
  await page.clock.runFor(30_000)
  await page.waitForLoadState('networkidle')
  const workers = () =>
    page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)')
  if (keeps) await expect.poll(workers).toBe(1)
  // No event says that a worker will not come, so the test waits two seconds.
  else await page.waitForTimeout(2000)
  expect(await workers()).toBe(keeps ? 1 : 0)
  await context.close()
  return asked.filter((path) => path !== '/favicon.svg')
}

test('on a slow connection, and for who saves data, a bill asks for nothing ahead', async ({
  page,
  request,
  browser,
}) => {
  const bill = await (await office(page, request)).newBill(12_000)
  const needed = [new URL(bill.url).pathname, '/p/assets/main.js', '/p/assets/shared.js']
  for (const connection of [{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }]) {
    expect((await askedFor(browser, bill.url, connection, false)).sort()).toEqual(needed.sort())
  }
  // On a fast one it loads its letters, and keeps its parts for a time without a connection, whether its scripts come before the
  // load of the page or after it.
  for (const late of [false, true]) {
    expect(await askedFor(browser, bill.url, { effectiveType: '4g' }, true, { late })).toEqual(
      expect.arrayContaining([...needed, expect.stringMatching(/\.woff2$/)]),
    )
  }
})

test('nor does the sign-in, which else keeps the whole app for a time without a connection', async ({
  browser,
}) => {
  const form = (page: Page) => page.getByLabel('Nome utente')
  const url = new URL('/#/auth/login', instance.url).href
  await askedFor(browser, url, { saveData: true, effectiveType: '4g' }, false, { shown: form })
  await askedFor(browser, url, { effectiveType: '4g' }, true, { shown: form })
})
