/*
 * The state of the history's entry across a reload. The server draws a bill without the header that shuts other windows out, and
 * every other page has it (`server/http/bill-page.ts`): from the one to the other a browser forgets the state.
 */
const key = 'saldo.state'

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (navigation?.type === 'reload' && history.state === null) {
  const kept = read()
  if (kept?.at === location.hash) history.replaceState(kept.state, '')
}

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: location.hash, state: history.state }))
  } catch {
    // Storage may be blocked: the reload opens no way to pay.
  }
})

function read(): { at: string; state: unknown } | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export {}
