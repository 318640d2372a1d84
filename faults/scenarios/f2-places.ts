import { setTimeout as sleep } from 'node:timers/promises'
import { type Place, places } from '../crash-at.ts'
import { examine } from '../oracle.ts'
import { startPayerPool } from '../payer-pool.ts'
import { openCluster } from '../processes/cluster.ts'
import { seeded, seedOf, whole } from '../random.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { afterTheLastRestart, unpaid, urlsOf } from './f1-kill.ts'

/** Crashes the server at each step of a payment whose outcome is uncertain, a hundred times each. */
export const f2: Scenario = {
  name: 'F2',
  title: `killed at each of ${places.length} named places × 100`,
  run: async ({ database, seed, scale, hurry }) => {
    const times = atScale(100, scale)
    const at_once = hurry ? 4 : 8
    // Each crash blocks the bills being paid; there are enough others.
    const bills = Math.min(times * places.length * at_once, 1_400)
    const random = seeded(seedOf(seed, 'passing'))
    let place: Place | null = places[0]
    const death = () => place && { place, passing: 1 + whole(random, 3) }
    const cluster = await openCluster(database, { bills, standbys: hurry ? 1 : 3, death })
    try {
      const payers = startPayerPool(urlsOf(cluster), cluster.bills, { seed, at_once, timeout_ms: 1_500 })
      // Otherwise nobody reaches the place while all payers wait to come back.
      if (hurry) payers.hurry()
      const died: Record<string, number> = {}
      for (const here of places) {
        place = here
        await cluster.kill() // stop the current server: it was started to crash at another place, or nowhere
        const before = cluster.deaths()
        while (cluster.deaths() - before < times && payers.done() < cluster.bills.length) await sleep(5)
        died[here] = cluster.deaths() - before
      }
      place = null
      await cluster.kill()
      const { settled_after } = await afterTheLastRestart(cluster, payers, cluster.serving_since(), hurry)
      const tooFew = places.filter((here) => (died[here] ?? 0) < times)
      return {
        figures: {
          payments: cluster.bills.length,
          ...died,
          'settled after the last restart, s': hurry ? 'not timed' : settled_after.toFixed(0),
        },
        violations: [
          ...tooFew.map((here) => `died only ${died[here]} times ${here}`),
          ...(await examine(cluster.owner, cluster.provider)),
          ...(await unpaid(cluster)),
        ],
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
