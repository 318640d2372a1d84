/**
 * Keeps the files of the public pages, so that a bill can be opened again without a connection. Not where the app keeps itself
 * already.
 */
export async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  try {
    if (await workers.getRegistration('/')) return
    await workers.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  } catch {
    // Not allowed here (private windows, policies): the page works without.
  }
}
