import { api, type Reply } from '../api.ts'
import {
  defaultPreferences,
  onPreferences,
  type StoredPreferences,
  storedPreferences,
  takeServerPreferences,
} from '../ui/theme/preferences.ts'

type Kept = Reply<'GET /v1/users/preferences'>

/** Milliseconds: several choices in a row are one change. */
const settlesAfter = 600

/**
 * Keeps the preferences of this browser and those on the server alike, as long as the user is signed in: asks once,
 * takes what is newer, sends every change. Returns how to stop.
 */
export function syncPreferences(user_id: number): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const send = async () => {
    const { values } = storedPreferences()
    const kept = await api('PUT /v1/users/preferences', { body: values, signal: stopped.signal })
    const now = storedPreferences()
    // What was chosen while this was on its way leaves with the next.
    takeServerPreferences({ ...now, updated_at: kept.updated_at, unsent: now.values !== values })
  }
  const sendSoon = () => {
    if (!storedPreferences().unsent) return
    clearTimeout(timer)
    // What cannot be sent now stays unsent, and goes with the next change or the next visit.
    timer = setTimeout(() => void send().catch(() => undefined), settlesAfter)
  }
  const begin = async () => {
    const kept = await api('GET /v1/users/preferences', { signal: stopped.signal })
    takeServerPreferences(newerPreferences(storedPreferences(), kept, user_id))
    sendSoon()
  }
  void begin().catch(() => undefined)
  const ignore = onPreferences(sendSoon)
  return () => {
    stopped.abort()
    clearTimeout(timer)
    ignore()
  }
}

/**
 * Of what this browser knows and what the server has kept: another person's choices count for nothing; the server wins
 * when it was changed elsewhere since; else what was not sent yet stays, to be sent.
 */
export function newerPreferences(
  here: StoredPreferences,
  { updated_at, ...kept }: Kept,
  user_id: number,
): StoredPreferences {
  const whose = { user_id, updated_at, unsent: false }
  const mine = here.user_id === user_id
  const anonymous = here.user_id === null
  if (updated_at === null) {
    if (!mine && !anonymous) return { ...whose, values: defaultPreferences }
    return { ...whose, values: here.values, unsent: here.unsent }
  }
  if (mine && here.unsent && here.updated_at === updated_at) return { ...here, user_id }
  return { ...whose, values: kept }
}
