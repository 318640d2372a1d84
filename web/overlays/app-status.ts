import { isOlder } from '@saldo/domain/app-version'

/** The state of this tab's knowledge about the server, newer builds and its connection. */
export type AppStatus = {
  /** `navigator.onLine`. */
  online: boolean
  /** Since when the server cannot be reached (milliseconds since 1970); null while it can. */
  lostSince: number | null
  /** The version check failed, though the browser is online. */
  maintenance: boolean
  /** The signed-in user's `flag_under_maintenance`. */
  flagged: boolean
  /** The maintenance that keeps the signed-in user out, once known. */
  keptOut: { until: string; message: string | null } | null
  /** When the last failed check ended. */
  triedAt: number | null
  /** The newest build of this edition and the oldest that the server accepts, once known. */
  newest: { latest: string; minimum: string } | null
  /** The server refused a call of this build as too old (426). */
  refused: boolean
  /** This page load follows an accepted update. */
  afterUpdate: boolean
  /** The user chose “Più tardi”, or continues with the old build. */
  postponed: boolean
}

export const initialStatus = (online: boolean, afterUpdate: boolean, now: number): AppStatus => ({
  online,
  lostSince: online ? null : now,
  maintenance: false,
  flagged: false,
  keptOut: null,
  triedAt: null,
  newest: null,
  refused: false,
  afterUpdate,
  postponed: false,
})

/** The running build. A debug build is never asked to update: its version always differs. */
export type Build = { version: string; debug: boolean }

export type Notices = {
  /** A notice that covers the window. */
  notice: 'outdated' | 'maintenance' | null
  /** Whether the user may continue with the outdated build. */
  mayGoOn: boolean
  banner: 'offline' | 'unreached' | null
  prompt: boolean
}

/** Which notices to show. A refused build comes first, because waiting does not help it. */
export function noticesFor(status: AppStatus, build: Build): Notices {
  const { online, lostSince, maintenance, flagged, keptOut, newest, afterUpdate, postponed } = status
  const differs = newest !== null && newest.latest !== build.version && !build.debug
  const refused = !build.debug && (status.refused || isOlder(build.version, newest?.minimum ?? ''))
  const stale = differs && afterUpdate && !postponed
  const closed = (maintenance && online) || flagged || keptOut !== null
  const notice = refused ? 'outdated' : closed ? 'maintenance' : stale ? 'outdated' : null
  return {
    notice,
    mayGoOn: !refused,
    banner: !online ? 'offline' : lostSince !== null && notice === null ? 'unreached' : null,
    prompt: differs && !postponed && notice === null,
  }
}
