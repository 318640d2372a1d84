import { api, type Reply } from '../api.ts'
import {
  defaultPreferences,
  onPreferences,
  type Preferences,
  type StoredPreferences,
  storedPreferences,
  takeServerPreferences,
} from '../ui/theme/preferences.ts'

type Kept = Reply<'GET /v1/users/preferences'>

/** Debounce in milliseconds: several choices in a row are sent as one change. */
const debounce = 600

/**
 * Synchronises the preferences of this browser with the server while the user is signed in: reads them once, takes the
 * newer ones, sends every change. `before`: those of this browser when the user's pages appeared. Returns a function
 * that stops it.
 */
export function syncPreferences(user_id: number, before: Preferences): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  let isRead = false
  const readOnce = async () => {
    if (isRead) return
    const kept = await api('GET /v1/users/preferences', { signal: stopped.signal })
    if (isRead) return
    isRead = true
    takeServerPreferences(newerPreferences(storedPreferences(), kept, user_id, before))
  }
  const send = async () => {
    // Before they are read a change would overwrite all that the server has.
    await readOnce()
    const { values, unsent } = storedPreferences()
    if (!unsent) return
    const kept = await api('PUT /v1/users/preferences', { body: values, signal: stopped.signal })
    const now = storedPreferences()
    // A choice made during the request is sent with the next one.
    takeServerPreferences({ ...now, updated_at: kept.updated_at, unsent: !equal(now.values, values) })
  }
  const sendSoon = () => {
    if (!storedPreferences().unsent) return
    clearTimeout(timer)
    // A failed change stays marked as unsent; it goes with the next change or the next visit.
    timer = setTimeout(() => void send().catch(() => undefined), debounce)
  }
  const ignore = onPreferences(sendSoon)
  void readOnce().then(sendSoon, () => undefined)
  return () => {
    stopped.abort()
    clearTimeout(timer)
    ignore()
  }
}

/**
 * Merges the preferences of browser and server. Another user's are ignored; the server wins if they were changed
 * elsewhere since; otherwise unsent choices stay, to be sent. What was chosen here since `before` is newer than all.
 */
export function newerPreferences(
  here: StoredPreferences,
  kept: Kept,
  user_id: number,
  before: Preferences,
): StoredPreferences {
  const next = ofBrowserOrServer(here, kept, user_id)
  const isOfAnother = here.user_id !== null && here.user_id !== user_id
  if (isOfAnother || equal(here.values, before)) return next
  return { ...next, values: withChoices(next.values, before, here.values), unsent: true }
}

/** The preferences of the server with what changed from `before` to `now`: columns by list. */
function withChoices(kept: Preferences, before: Preferences, now: Preferences): Preferences {
  const { columns: columnsBefore, ...others } = before
  const chosen = Object.keys(others).filter(
    (name) => !equal(now[name as keyof Preferences], before[name as keyof Preferences]),
  )
  const lists = new Set([...Object.keys(columnsBefore), ...Object.keys(now.columns)])
  const columns = { ...kept.columns }
  for (const list of lists) {
    const ofList = now.columns[list]
    if (equal(ofList, columnsBefore[list])) continue
    if (ofList) columns[list] = ofList
    else delete columns[list]
  }
  return {
    ...kept,
    ...Object.fromEntries(chosen.map((name) => [name, now[name as keyof Preferences]])),
    columns,
  }
}

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function ofBrowserOrServer(
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
