import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

/** The pending requests of each page, without the live events, whose stream never ends. */
const underWay = new WeakMap<Page, Set<Request>>()

/** Tracks the requests of all pages of `context`, for `waitUntilIdle`. */
export function trackRequests(context: BrowserContext): void {
  const of = (page: Page) => {
    const requests = underWay.get(page) ?? new Set()
    underWay.set(page, requests)
    return requests
  }
  context.on('page', of)
  context.on('request', (request) => {
    const page = pageOf(request)
    if (!page || request.url().endsWith('/v1/live')) return
    // A new document: the browser may never report the end of what the former one asked for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) of(page).clear()
    of(page).add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => {
      const page = pageOf(request)
      if (page) of(page).delete(request)
    })
}

/**
 * Waits until the page is idle: no request is pending, and none is started while the page processes its task queue ten
 * times. A fake clock that is advanced earlier would trigger timeouts of requests that only need a moment. It uses no
 * timers, so it also works with a stopped clock.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  const requests = underWay.get(page) as Set<Request>
  await expect
    .poll(
      async () => {
        const seen = new Set(requests)
        const note = (request: Request) => seen.add(request)
        page.on('request', note)
        const drawn = requests.size > 0 || (await page.evaluate(tenTasks).catch(() => false))
        page.off('request', note)
        for (const request of requests) seen.add(request)
        return drawn ? [...seen].map((request) => request.url()) : ['the page is not ready']
      },
      { intervals: [50], timeout: 60_000 },
    )
    .toEqual([])
}

/** React renders in MessageChannel tasks, which a fake clock does not stop. */
const tenTasks = `(async () => {
  for (let task = 0; task < 10; task++)
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(null)
    })
  return true
})()`

/** Null for the service worker's requests, and for the first one of a new tab, whose frame does not exist yet. */
function pageOf(request: Request): Page | null {
  if (request.serviceWorker()) return null
  try {
    return request.frame().page()
  } catch {
    return null
  }
}
