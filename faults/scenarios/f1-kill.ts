import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../oracle.ts'
import { type PayerPool, startPayerPool } from '../payer-pool.ts'
import { type Cluster, openCluster } from '../processes/cluster.ts'
import { seeded } from '../random.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { until, waitUntilSettled } from '../time.ts'

/**
 * kill -9 of the server at random moments while 50 people pay 5,000 bills; the provider's events reach whichever server
 * runs.
 */
export const f1: Scenario = {
  name: 'F1',
  title: '200 × kill -9 of the server during 5,000 payments by 50 payers',
  run: async ({ database, seed, scale, hurry }) => {
    const kills = atScale(200, scale, 3)
    const cluster = await openCluster(database, { bills: atScale(5_000, scale, 24), standbys: hurry ? 1 : 2 })
    try {
      const payers = startPayerPool(urlsOf(cluster), cluster.bills, { seed, at_once: 50 })
      await killAtRandom(cluster, payers, { seed, kills })
      const lastRestart = cluster.serving_since()
      const { settled_after } = await afterTheLastRestart(cluster, payers, lastRestart, hurry)
      const violations = [...(await examine(cluster.owner, cluster.provider)), ...(await unpaid(cluster))]
      return {
        figures: {
          payments: cluster.bills.length,
          kills: cluster.deaths(),
          presses: payers.presses(),
          'settled after the last restart, s': hurry ? 'not timed' : settled_after.toFixed(0),
        },
        violations,
        slow:
          !hurry && settled_after > 120
            ? [`settled ${settled_after.toFixed(0)} s after the last restart`]
            : [],
      }
    } finally {
      await cluster.close()
    }
  },
}

export const urlsOf = ({ url, provider }: Cluster) => ({ url, provider_url: provider.url })

/** Each kill within a second and a half of the one before, at any point of the fifty payments. */
async function killAtRandom(cluster: Cluster, payers: PayerPool, of: { seed: number; kills: number }) {
  const random = seeded(of.seed)
  while (cluster.deaths() < of.kills && payers.done() < cluster.bills.length) {
    await sleep(300 + 1200 * random())
    await cluster.kill()
  }
}

/**
 * Seconds until everything pending at the last restart was settled, and until everybody has paid and nothing is
 * pending. In a hurry, payers come back at once and time is moved.
 */
export async function afterTheLastRestart(
  cluster: Cluster,
  payers: PayerPool,
  since: number,
  hurry: boolean,
) {
  const [mark] = await cluster.owner`select now() as at`
  const left = async () => {
    const [row] = await cluster.owner`
      select count(*)::int as open from payment_attempts
      where created_at < ${mark?.at} and state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`
    return row?.open === 0
  }
  let settled_after = Number.NaN
  if (!hurry) {
    await until(left, 600_000)
    settled_after = (performance.now() - since) / 1000
  }
  const allDone = async () => payers.done() === cluster.bills.length
  while (!(await allDone())) {
    if (hurry) await waitUntilSettled(cluster.owner, cluster.database_url, true, 8)
    payers.hurry()
    await until(allDone, 3_000)
  }
  await payers.finished
  await waitUntilSettled(cluster.owner, cluster.database_url, hurry)
  return { settled_after }
}

/** Every bill must be paid, except those whose debit the bank returned. */
export async function unpaid({ owner }: Cluster): Promise<string[]> {
  const rows = await owner`
    select b.bill_id, b.phase, b.settled from bills b
    where b.phase <> 'paid' and not (b.phase = 'returned' and exists (
      select from payments p where p.bill_id = b.bill_id and p.method = 'SEPA_DEBIT' and p.state = 'failed'))`
  return rows.map(
    ({ bill_id, phase, settled }) => `bill ${bill_id} is ${phase} with ${settled} cents settled`,
  )
}
