const hour = 3_600_000

/** Installs the service worker of this build and looks for a newer one every hour. Without one all works, online. */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  announceApp()
  try {
    const base = import.meta.env.BASE_URL
    const registration = await navigator.serviceWorker.register(`${base}sw.js`, {
      scope: base,
      updateViaCache: 'none',
    })
    // Offline there is nothing to find; the next hour looks again.
    setInterval(() => void registration.update().catch(() => undefined), hour)
  } catch {
    // Forbidden here (private windows, policies): the app works without.
  }
}

/** Says to browser and phone that this can be installed; the public pages, which stay light, never say it. */
function announceApp() {
  const links = { manifest: 'manifest.webmanifest', 'apple-touch-icon': 'icon-192.png' }
  for (const [rel, file] of Object.entries(links)) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    const link = Object.assign(document.createElement('link'), { rel, href: import.meta.env.BASE_URL + file })
    document.head.append(link)
  }
}

/** Forgets all that is kept of any build, so that the next load comes from the server alone. */
export async function forgetKept(): Promise<void> {
  const registrations = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  await Promise.all((registrations ?? []).map((registration) => registration.unregister()))
  if ('caches' in window) {
    const names = (await caches.keys()).filter((name) => name.startsWith('saldo '))
    await Promise.all(names.map((name) => caches.delete(name)))
  }
}
