import { type AlarmNews, type Watched, watch } from '@saldo/domain/operations/alarm'
import type { CheckCode } from '@saldo/domain/operations/checks'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import type { Found } from '../checks/run-checks.ts'
import { patienceOf } from '../thresholds.ts'
import { type Told, tellOf } from './tell-of.ts'

type Stored = Pick<Watched, 'state' | 'alarmed'> & {
  code: CheckCode
  since: string
  bad_since: string | null
}

/**
 * Stores what a look found, and tells the back office what is new. Rows are locked in one order, so that of several servers
 * that look at once one tells, and the others see that it was told. `applicable`: all checks that there are with this
 * server's settings; rows of others are removed.
 */
export const saveFindings = (
  services: Services,
  found: readonly Found[],
  at: number,
  applicable: readonly CheckCode[],
): Promise<void> =>
  services.asSystem(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('saldo operations'))`
    await tx`delete from operation_checks where not code = any(${[...applicable]})`
    const stored = await tx<Stored[]>`select code, state, alarmed, since, bad_since from operation_checks`
    const told: Told[] = []
    for (const each of found) {
      const before = stored.find(({ code }) => code === each.code)
      const { now, news } = watch(before ? watched(before) : null, each.state, at, patienceOf(each.code))
      await store(tx, each, now, news, at)
      if (news) told.push({ ...each, news })
    }
    if (told.length > 0) await tellOf(services, tx, told)
  })

const watched = ({ state, alarmed, since, bad_since }: Stored): Watched => ({
  ...{ state, alarmed },
  since: Date.parse(since),
  bad_since: bad_since === null ? null : Date.parse(bad_since),
})

async function store(tx: Tx, found: Found, now: Watched, news: AlarmNews | null, at: number): Promise<void> {
  const { code, state, figure = null, parts = [], why = null } = found
  const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  await tx`
    insert into operation_checks ${tx({
      ...{ code, state, why, figure: figure === null ? null : Math.round(figure), parts: tx.json(parts) },
      checked_at: instant(at),
      since: instant(now.since),
      bad_since: instant(now.bad_since),
      alarmed: now.alarmed,
      alarmed_at: news && news !== 'recovered' ? instant(at) : null,
    })}
    on conflict (code) do update set state = excluded.state, figure = excluded.figure, parts = excluded.parts,
      why = excluded.why, checked_at = excluded.checked_at, since = excluded.since, bad_since = excluded.bad_since,
      alarmed = excluded.alarmed,
      alarmed_at = case when excluded.alarmed is null then null else coalesce(excluded.alarmed_at, operation_checks.alarmed_at) end`
}
