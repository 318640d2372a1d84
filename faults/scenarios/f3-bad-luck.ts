import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../server/db/connection.ts'
import { examine } from '../oracle.ts'
import { startPayerPool } from '../payer-pool.ts'
import { openCluster } from '../processes/cluster.ts'
import type { Fault } from '../processes/provider.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { advanceTime, until, waitUntilSettled } from '../time.ts'
import { afterTheLastRestart, unpaid, urlsOf } from './f1-kill.ts'

/**
 * The provider answers two of five requests; the sweep works through it, and after the provider is healthy nothing
 * stays unknown.
 */
export const f3: Scenario = {
  name: 'F3',
  title: 'answers dropped 30 %, late 10 %, reset 10 %, refused 10 %',
  run: async ({ database, seed, scale, hurry }) => {
    const cluster = await openCluster(database, { bills: atScale(1_000, scale, 20) })
    const { provider, owner } = cluster
    try {
      await provider.misbehave(faults(seed))
      const payers = startPayerPool(urlsOf(cluster), cluster.bills, { seed, at_once: 50, timeout_ms: 4_000 })
      await until(async () => (await visited(owner)) >= cluster.bills.length, 600_000)
      const unknown = await countUnknown(owner)
      // A sweep in the middle: what cannot be polled stays unknown, nothing else changes.
      if (hurry) await advanceTime(owner, 120)
      else await sleep(60_000)
      await provider.heal()
      await waitUntilSettled(owner, cluster.database_url, hurry)
      const left = await countUnknown(owner)
      await afterTheLastRestart(cluster, payers, performance.now(), hurry)
      return {
        figures: {
          payments: cluster.bills.length,
          'unknown meanwhile': unknown,
          'unknown after the sweep': left,
          'longest answer to a payer, s': (payers.slowest() / 1000).toFixed(1),
        },
        violations: [
          ...(left > 0 ? [`${left} attempts still unknown after the sweep`] : []),
          ...(await examine(owner, provider)),
          ...(await unpaid(cluster)),
        ],
      }
    } finally {
      await cluster.close()
    }
  },
}

/**
 * At most one fault per request, in this order, so each later rate is a share of the remaining requests. Late answers
 * come after our timeout of eight seconds.
 */
function faults(seed: number): Fault[] {
  const path = '/v1/payment_intents'
  const shares = [
    { kind: 'drop', share: 0.3 },
    { kind: 'reset', share: 0.1 },
    { kind: '500', share: 0.04 },
    { kind: '429', share: 0.03 },
    { kind: '409', share: 0.03 },
    { kind: 'delay', share: 0.1, delay_ms: 9_000 },
  ] as const
  let left = 1
  return shares.map(({ share, ...fault }, place) => {
    const rate = share / left
    left -= share
    return { ...fault, rate, path, seed: seed + place }
  })
}

const visited = async (owner: Sql) =>
  (await owner`select count(distinct bill_id)::int as bills from payments`)[0]?.bills as number

const countUnknown = async (owner: Sql) =>
  (
    await owner`
      select count(*)::int as attempts from payment_attempts where state in ('recorded', 'created', 'unknown')`
  )[0]?.attempts as number
