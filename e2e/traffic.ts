import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

/** What each page has asked for and not yet heard of, live events aside: their stream never ends. */
const underWay = new WeakMap<Page, Set<Request>>()

/** From now on `quiet` knows what the pages of `context` wait for. */
export function followTraffic(context: BrowserContext): void {
  const of = (page: Page) => {
    const requests = underWay.get(page) ?? new Set()
    underWay.set(page, requests)
    return requests
  }
  context.on('page', of)
  const pageOf = (request: Request) => (request.serviceWorker() ? null : request.frame().page())
  context.on('request', (request) => {
    const page = pageOf(request)
    if (page && !request.url().endsWith('/v1/live')) of(page).add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => {
      const page = pageOf(request)
      if (page) of(page).delete(request)
    })
}

/**
 * Waits until the page has what it asked for and has drawn it: nothing is under way, and nothing new is asked for while
 * the page goes ten times through its queue of tasks. A clock that jumps before that would give up what the network only
 * needs a moment for. Timers play no part, so a page with a stopped clock becomes quiet as well.
 */
export async function quiet(page: Page): Promise<void> {
  const requests = underWay.get(page) as Set<Request>
  await expect
    .poll(
      async () => {
        if (requests.size > 0) return false
        let asked = false
        const note = () => {
          asked = true
        }
        page.on('request', note)
        const drawn = await page.evaluate(tenTasks).catch(() => false)
        page.off('request', note)
        return drawn && !asked && requests.size === 0
      },
      { intervals: [50], timeout: 60_000 },
    )
    .toBe(true)
}

/** React draws in tasks that a MessageChannel brings, which no test's clock holds up. */
const tenTasks = `(async () => {
  for (let task = 0; task < 10; task++)
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(null)
    })
  return true
})()`
