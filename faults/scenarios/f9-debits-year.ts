import type { Bill } from '../bills.ts'
import { examine } from '../oracle.ts'
import { type Manner, newKey, press } from '../payers.ts'
import { type Cluster, openCluster } from '../processes/cluster.ts'
import { seeded, seedOf, weighted } from '../random.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { until, waitUntilSettled } from '../time.ts'
import { urlsOf } from './f1-kill.ts'

const day = 24 * 3600

/** What happens to a debit, and its bill's state after a year. */
const fates = {
  settles: { share: 70, phase: 'paid' },
  'fails at the bank': { share: 10, phase: 'returned' },
  'fails, then paid by card': { share: 5, phase: 'paid' },
  'disputed on day 55': { share: 8, phase: 'returned' },
  'disputed on day 55, then paid by card': { share: 3, phase: 'paid' },
  'unauthorised in month 12': { share: 4, phase: 'returned' },
} as const
type Fate = keyof typeof fates
const shares = Object.fromEntries(Object.entries(fates).map(([name, { share }]) => [name, share])) as Record<
  Fate,
  number
>

/**
 * A year of SEPA debits by the provider's clock: refused after days, disputed after weeks, unauthorised after a year.
 */
export const f9: Scenario = {
  name: 'F9',
  title: '10,000 SEPA debits over a year: failures, disputes on day 55, unauthorised in month 12',
  run: async ({ database, seed, scale, hurry }) => {
    const cluster = await openCluster(database, { bills: atScale(10_000, scale, 20), sepa_seconds: 3 * day })
    try {
      const debits = cluster.bills.map((bill) => ({
        bill,
        fate: weighted(seeded(seedOf(seed, `bill ${bill.bill_id}`)), shares),
      }))
      const of = (...wanted: Fate[]) =>
        debits.filter(({ fate }) => wanted.includes(fate)).map(({ bill }) => bill)
      await inParallel(debits, ({ bill, fate }) =>
        pressOnce(cluster, bill, fate.startsWith('fails') ? 'SEPA debit fails' : 'SEPA debit'),
      )
      await pass(cluster, 10, hurry)
      await inParallel(of('fails, then paid by card'), (bill) => pressOnce(cluster, bill, 'card'))
      await pass(cluster, 45, hurry)
      const charges = await chargesOf(cluster)
      await inParallel(of('disputed on day 55', 'disputed on day 55, then paid by card'), (bill) =>
        cluster.provider.dispute(charges.get(bill.bill_id) as string, 'debit_not_authorized'),
      )
      await pass(cluster, 5, hurry)
      await inParallel(of('disputed on day 55, then paid by card'), (bill) =>
        pressOnce(cluster, bill, 'card'),
      )
      await pass(cluster, 290, hurry)
      await inParallel(of('unauthorised in month 12'), (bill) =>
        cluster.provider.dispute(charges.get(bill.bill_id) as string, 'debit_not_authorized'),
      )
      await pass(cluster, 15, hurry)
      const counts = Object.fromEntries(Object.keys(fates).map((fate) => [fate, of(fate as Fate).length]))
      return {
        figures: { debits: debits.length, ...counts },
        violations: [
          ...(await otherwise(cluster, debits)),
          ...(await examine(cluster.owner, cluster.provider)),
        ],
      }
    } finally {
      await cluster.close()
    }
  },
}

/** Days pass at the provider, and all its events are delivered and applied. */
async function pass(cluster: Cluster, days: number, hurry: boolean): Promise<void> {
  const { provider, owner, database_url } = cluster
  await provider.advance(days * day)
  const told = await until(async () => (await provider.undelivered()) === 0, 900_000)
  if (!told) throw new Error('the provider’s events were not taken')
  // Debits still at the bank may stay pending: only the delivered events must be applied.
  await until(async () => {
    const [row] = await owner`select count(*)::int as waiting from provider_events where applied_at is null`
    return row?.waiting === 0
  }, 900_000)
  await waitUntilSettled(owner, database_url, hurry)
}

async function pressOnce(cluster: Cluster, bill: Bill, manner: Manner): Promise<void> {
  const answer = await press(urlsOf(cluster), bill, manner, newKey())
  if (answer.kind !== 'answered') throw new Error(`bill ${bill.bill_id} could not be paid by ${manner}`)
}

async function inParallel<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const left = [...things]
  const worker = async () => {
    for (let thing = left.pop(); thing; thing = left.pop()) await act(thing)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** The provider's charge id of each bill's debit. */
async function chargesOf({ owner }: Cluster): Promise<Map<number, string>> {
  const rows = await owner`
    select bill_id, provider_charge from payment_attempts where state = 'succeeded' and provider_charge is not null`
  return new Map(rows.map(({ bill_id, provider_charge }) => [bill_id, provider_charge]))
}

async function otherwise({ owner }: Cluster, debits: { bill: Bill; fate: Fate }[]): Promise<string[]> {
  const rows = await owner`select bill_id, phase from bills`
  const phases = new Map(rows.map(({ bill_id, phase }) => [bill_id, phase]))
  return debits.flatMap(({ bill, fate }) =>
    phases.get(bill.bill_id) === fates[fate].phase
      ? []
      : [`bill ${bill.bill_id} (${fate}) is ${phases.get(bill.bill_id)}`],
  )
}
