import { isOlder } from '@saldo/domain/app-version'

/** What this document knows of the server, of newer builds and of its own connection. */
export type AppStatus = {
  /** What the browser says of itself. */
  online: boolean
  /** When the server was first not reached (milliseconds since 1970); null while it is. */
  lostSince: number | null
  /** The version check failed, though the browser is online. */
  maintenance: boolean
  /** The signed-in user's `flag_under_maintenance`. */
  flagged: boolean
  /** When the server was last asked in vain. */
  triedAt: number | null
  /** The newest build of this edition and the oldest that the server answers, once known. */
  newest: { latest: string; minimum: string } | null
  /** The server has refused a call of this build as too old. */
  refused: boolean
  /** This load is what an accepted update led to. */
  afterUpdate: boolean
  /** Somebody said “Più tardi”, or goes on with the old build. */
  postponed: boolean
}

export const initialStatus = (online: boolean, afterUpdate: boolean, now: number): AppStatus => ({
  online,
  lostSince: online ? null : now,
  maintenance: false,
  flagged: false,
  triedAt: null,
  newest: null,
  refused: false,
  afterUpdate,
  postponed: false,
})

/** What this build is; a DEBUG build is never asked to update, since it always differs. */
export type Build = { version: string; debug: boolean }

export type Notices = {
  /** Covers everything. */
  notice: 'outdated' | 'maintenance' | null
  /** Whether the outdated build may still be used for now. */
  mayGoOn: boolean
  banner: 'offline' | 'unreached' | null
  prompt: boolean
}

/** What there is to show. A build that is refused comes first: waiting does not mend it. */
export function noticesFor(status: AppStatus, build: Build): Notices {
  const { online, lostSince, maintenance, flagged, newest, afterUpdate, postponed } = status
  const differs = newest !== null && newest.latest !== build.version && !build.debug
  const refused = !build.debug && (status.refused || isOlder(build.version, newest?.minimum ?? ''))
  const stale = differs && afterUpdate && !postponed
  const closed = (maintenance && online) || flagged
  const notice = refused ? 'outdated' : closed ? 'maintenance' : stale ? 'outdated' : null
  return {
    notice,
    mayGoOn: !refused,
    banner: !online ? 'offline' : lostSince !== null && notice === null ? 'unreached' : null,
    prompt: differs && !postponed && notice === null,
  }
}
