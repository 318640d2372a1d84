import type { CheckState } from './checks.ts'

type Bad = Exclude<CheckState, 'ok'>
/** What is known of a check between two looks. Instants are milliseconds. */
export type Watched = {
  state: CheckState
  /** Since when it is in this state. */
  since: number
  /** Since when it is not ok; null: it is. */
  bad_since: number | null
  /** The worst state that somebody was told; null: no alarm is open. */
  alarmed: Bad | null
}
/** How long each state may last, in minutes, before somebody is told. */
export type Patience = { broken: number; attention: number }
export type AlarmNews = 'raised' | 'worse' | 'recovered'

/** A check counts as recovered when it was ok for so many minutes: one that comes and goes is one alarm. */
export const calmMinutes = 10

const minute = 60_000
const severity: Record<CheckState, number> = { ok: 0, attention: 1, unknown: 1, broken: 2 }

/**
 * What a new look changes, and what somebody must be told: once when it is bad for longer than its patience, again only when
 * it became worse, and once when it recovered.
 */
export function watch(
  before: Watched | null,
  state: CheckState,
  at: number,
  patience: Patience,
): { now: Watched; news: AlarmNews | null } {
  const same = before?.state === state
  const since = same ? before.since : at
  const bad_since = state === 'ok' ? null : (before?.bad_since ?? at)
  const alarmed = before?.alarmed ?? null
  const now = { state, since, bad_since, alarmed }
  if (state === 'ok') {
    const calm = alarmed !== null && at - since >= calmMinutes * minute
    return calm ? { now: { ...now, alarmed: null }, news: 'recovered' } : { now, news: null }
  }
  const lasted = state === 'broken' ? at - since : at - (bad_since ?? at)
  const due = lasted >= (state === 'broken' ? patience.broken : patience.attention) * minute
  if (!due || (alarmed && severity[state] <= severity[alarmed])) return { now, news: null }
  return { now: { ...now, alarmed: state }, news: alarmed ? 'worse' : 'raised' }
}
