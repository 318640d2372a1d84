import type { Services } from '../../../services.ts'

/** What `database_vitals()` answers. Ages and waits in seconds, sizes in bytes. */
export type Vitals = {
  /** How far the database's clock is from ours, in seconds, at most: half the round trip is ours. */
  drift: number
  hidden: number
  oldest_transaction: number | null
  idle_in_transaction: number
  size: number
  connections: number
  connections_most: number
  longest_wait: number
  slots: { name: string; active: boolean; status: string | null; behind: number | null }[]
  frozen_age: number
  frozen_age_most: number
  bloated: { name: string; dead: number; live: number }[]
  unanalyzed: { name: string; changed: number; live: number }[]
  invalid_indexes: string[]
  migrations: Record<string, string>
}

/** Asks the database how it fares. Throws when it does not answer within eight seconds. */
export const readVitals = (services: Services): Promise<Vitals> =>
  services.asSystem(async (tx) => {
    await tx`set local statement_timeout = '8s'`
    const [row] = await tx<{ vitals: Omit<Vitals, 'drift'> }[]>`select database_vitals() as vitals`
    // The clock by itself: the answer above takes long to come.
    const before = Date.now()
    const [clock] = await tx<
      { now: number }[]
    >`select extract(epoch from clock_timestamp())::float8 * 1000 as now`
    const drift = driftOf(before, clock?.now ?? Number.NaN, Date.now())
    return { ...(row as { vitals: Omit<Vitals, 'drift'> }).vitals, drift }
  })

/** How far a clock that said `there` between `before` and `after` of ours is surely off, in seconds. */
export function driftOf(before: number, there: number, after: number): number {
  if (there < before) return (before - there) / 1000
  return there > after ? (there - after) / 1000 : 0
}
