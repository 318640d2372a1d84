import { savesData } from '../saves-data.ts'

const hour = 3_600_000

/**
 * Installs the service worker of this build, and checks for a newer one every hour. Without it the app works online. Not where
 * data are saved: it fetches all pages ahead. One that is there already goes on.
 */
export async function installServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  announceApp()
  try {
    const base = import.meta.env.BASE_URL
    if (savesData() && !(await navigator.serviceWorker.getRegistration(base))) return
    const registration = await navigator.serviceWorker.register(`${base}sw.js?app`, {
      scope: base,
      updateViaCache: 'none',
    })
    // Offline: try again in the next hour.
    setInterval(() => void registration.update().catch(() => undefined), hour)
  } catch {
    // Not allowed here (private windows, policies): the app works without.
  }
}

/** Adds the manifest and its icon, which make the app installable. The public pages stay without, to be small. */
function announceApp() {
  const links = { manifest: 'manifest.webmanifest', 'apple-touch-icon': 'icon-192.png' }
  for (const [rel, file] of Object.entries(links)) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    const link = Object.assign(document.createElement('link'), { rel, href: import.meta.env.BASE_URL + file })
    document.head.append(link)
  }
}

/** Deletes all caches, so that the next load comes from the server. */
export async function forgetKept(): Promise<void> {
  const registrations = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  await Promise.all((registrations ?? []).map((registration) => registration.unregister()))
  if ('caches' in window) {
    const names = (await caches.keys()).filter((name) => name.startsWith('saldo '))
    await Promise.all(names.map((name) => caches.delete(name)))
  }
}
