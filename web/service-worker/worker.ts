import { shownOf } from './push-notification.ts'

/**
 * Lets the app and the public pages start offline, from the files of the last build received. API replies never pass through
 * here. Whoever only opened a bill keeps the few files of the public pages; the app registers itself as `sw.js?app`, and keeps
 * its own, too. Decision 13 says why it is our own code.
 */

/** Types of the service worker's scope, which the page's types lack. */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Installing = Lasting & { addRoutes?: (routes: readonly object[]) => Promise<void> }
type Fetching = Lasting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type Pushing = Lasting & { data: { json: () => unknown } | null }
type Clicking = Lasting & { notification: Notification & { data: { url: string } } }
type Worker = {
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void>; openWindow: (url: string) => Promise<unknown> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install', react: (event: Installing) => void): void
    (type: 'activate', react: (event: Lasting) => void): void
    (type: 'fetch', react: (event: Fetching) => void): void
    (type: 'push', react: (event: Pushing) => void): void
    (type: 'notificationclick', react: (event: Clicking) => void): void
  }
}
declare const __KEPT__: string[]
declare const __PUBLIC__: string[]
declare const __BUILD__: string

const worker = self as unknown as Worker
const scope = new URL(worker.registration.scope)
/** Both builds are on one origin, so each has its own caches. */
const family = `saldo ${scope.pathname} `
const current = family + __BUILD__
const files = __KEPT__
/** Of the public pages: their paths, which are the same in both builds. */
const publicFiles = __PUBLIC__
const ofApp = new URL(location.href).searchParams.has('app')
const unnamed = new Set(files.filter((name) => !name.startsWith('assets/')).map(pathOf))

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles().then(() => worker.skipWaiting()))
  // Where the browser can, what never comes from here does not wait for this worker.
  void event.addRoutes?.([{ condition: { urlPattern: { pathname: '/v1/*' } }, source: 'network' }])
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOldBuilds(), worker.registration.navigationPreload?.enable(), worker.clients.claim()]),
  )
})

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== scope.origin) return
  if (event.request.mode === 'navigate') {
    // A bill's own address too: where the server cannot be reached, the page shows what the tab knows of the bill.
    if (url.pathname === scope.pathname || url.pathname.startsWith('/mybill/')) event.respondWith(page(event))
  } else if (url.pathname.startsWith(pathOf('assets/')) || url.pathname.startsWith('/p/'))
    event.respondWith(asset(event.request))
  else if (unnamed.has(url.pathname)) event.respondWith(newestOrKept(event.request))
})

worker.addEventListener('push', (event) => {
  const { title, url, ...shown } = shownOf(read(event), scope.href)
  event.waitUntil(worker.registration.showNotification(title, { ...shown, lang: 'it', data: { url } }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(worker.clients.openWindow(event.notification.data.url))
})

function read({ data }: Pushing): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

function pathOf(name: string) {
  return scope.pathname + name
}

/** All or nothing: an incomplete build is useless offline. */
async function cacheFiles() {
  const cache = await caches.open(current)
  const page = new Request(scope.pathname, { cache: 'reload' })
  await cache.addAll([page, ...publicFiles, ...(ofApp ? files.map(pathOf) : [])])
}

/** The previous build's cache stays for tabs that still use it. */
async function forgetOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(family) && name !== current)
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)))
}

/** The newest page from the server, or the cached one if the server cannot be reached or is down. */
async function page(event: Fetching): Promise<Response> {
  const kept = () => kepts(scope.pathname)
  try {
    const newest = (await event.preloadResponse) ?? (await fetch(event.request))
    return newest.status >= 500 ? ((await kept()) ?? newest) : newest
  } catch (unreached) {
    const start = await kept()
    if (start) return start
    throw unreached
  }
}

/** The name contains the content's hash, so the cached file is always right. */
async function asset(request: Request): Promise<Response> {
  const kept = await kepts(request)
  if (kept) return kept
  const fetched = await fetch(request)
  if (fetched.status === 200) {
    const copy = fetched.clone()
    void caches.open(current).then((cache) => cache.put(request, copy))
  }
  return fetched
}

async function newestOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (unreached) {
    const kept = await kepts(request)
    if (kept) return kept
    throw unreached
  }
}

/** Looks in this build's cache, then in the previous one's. */
const kepts = async (request: Request | string) =>
  (await caches.match(request, { cacheName: current, ignoreVary: true })) ??
  (await caches.match(request, { ignoreVary: true }))
