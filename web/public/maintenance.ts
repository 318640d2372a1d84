import type { OwnMaintenance } from '@saldo/contract/platform/maintenances'
import { buildHeaders } from '../app-headers.ts'

/** Milliseconds between two questions: while Saldo is open, and while it is closed. */
const askEvery = { usually: 60_000, during: 20_000 }

let now: OwnMaintenance | null = null
const listeners = new Set<() => void>()
export const readMaintenance = () => now
export function onMaintenance(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server has just refused a call because of a maintenance. */
export function startMaintenance(told: OwnMaintenance): void {
  tell(told)
  if (watching) askLater()
}

let watching = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks again and again whether everybody is kept out, while the page is seen. Returns a function that stops it. */
export function watchMaintenance(): () => void {
  watching = true
  askLater()
  const seen = () => document.visibilityState === 'visible' && void ask()
  document.addEventListener('visibilitychange', seen)
  return () => {
    watching = false
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Asks now. The answer of before stays when the server cannot be reached. */
export async function ask(): Promise<void> {
  clearTimeout(timer)
  const answer = await fetch('/v1/maintenances/mine', { headers: buildHeaders, cache: 'no-store' })
    .then((response) =>
      response.ok ? (response.json() as Promise<{ maintenance: OwnMaintenance | null }>) : null,
    )
    .catch(() => null)
  if (answer) tell(answer.maintenance)
  if (watching) askLater()
}

function askLater() {
  clearTimeout(timer)
  timer = setTimeout(
    () => (document.visibilityState === 'visible' ? void ask() : askLater()),
    now ? askEvery.during : askEvery.usually,
  )
}

function tell(next: OwnMaintenance | null) {
  if (next?.until === now?.until && next?.message === now?.message) return
  now = next
  for (const listener of listeners) listener()
}
