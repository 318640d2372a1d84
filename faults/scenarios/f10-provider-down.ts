import type { Bill } from '../bills.ts'
import { readBook } from '../book.ts'
import { examine } from '../oracle.ts'
import { newKey } from '../payers.ts'
import { type Cluster, openCluster } from '../processes/cluster.ts'
import { type Account, accounts } from '../processes/provider.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { openClock, waitUntilSettled } from '../time.ts'
import { unpaid } from './f1-kill.ts'

/**
 * The provider is down while people pay: for half an hour, then for 25 hours, after which it has forgotten every
 * idempotency key. Hours are moved, not waited for: the provider's clock by its control call, ours by changing stored
 * dates, in steps with a sweep at each. Every payer must be told within three seconds that the payment is being
 * checked.
 */
export const f10: Scenario = {
  name: 'F10',
  title: 'provider down 30 minutes, and 25 hours (idempotency keys gone)',
  run: async ({ database, scale, hurry }) => {
    const cluster = await openCluster(database, { bills: atScale(400, scale, 16) })
    try {
      const half = cluster.bills.length / 2
      const short = await halfAnHour(cluster, cluster.bills.slice(0, half), hurry)
      const long = await aDayAndMore(cluster, cluster.bills.slice(half), hurry)
      const slowest = Math.max(...short.waits, ...long.waits) / 1000
      const again = await payAgain(cluster, hurry)
      const book = await readBook(cluster.provider)
      return {
        figures: {
          payments: cluster.bills.length,
          'longest answer, s': slowest.toFixed(1),
          'charged while nobody answered': short.charged + long.charged,
          'paid afterwards': again,
          'objects made twice, never confirmed':
            book.length - new Set(book.map((entry) => entry.attempt_id)).size,
        },
        violations: [
          ...short.violations,
          ...long.violations,
          ...(await examine(cluster.owner, cluster.provider)),
          ...(await unpaid(cluster)),
        ],
        slow: slowest > 3 ? [`a payer waited ${slowest.toFixed(1)} s`] : [],
      }
    } finally {
      await cluster.close()
    }
  },
}

type Outage = { waits: number[]; charged: number; violations: string[] }

/** Half of the payers get a refused connection, half one that never answers. */
async function halfAnHour(cluster: Cluster, bills: Bill[], hurry: boolean): Promise<Outage> {
  const { provider } = cluster
  const ready = await withMethods(cluster, bills)
  const middle = ready.length / 2
  provider.freeze()
  const frozen = await Promise.all(ready.slice(0, middle).map((payer) => pressReady(cluster, payer)))
  provider.thaw()
  await provider.down()
  const refused = await Promise.all(ready.slice(middle).map((payer) => pressReady(cluster, payer)))
  await hours(cluster, 0.5)
  await provider.up()
  return afterwards(cluster, bills, [...frozen, ...refused], hurry)
}

/** The provider executes the calls, but its answers are lost; then it is down for more than a day. */
async function aDayAndMore(cluster: Cluster, bills: Bill[], hurry: boolean): Promise<Outage> {
  const { provider } = cluster
  const ready = await withMethods(cluster, bills)
  const middle = ready.length / 2
  await provider.deliver({ hold_seconds: 26 * 3600, hold_rate: 1 })
  await provider.misbehave([
    { kind: 'reset', rate: 1, processed: true, path: '/v1/payment_intents/*/confirm' },
  ])
  const unconfirmed = await Promise.all(ready.slice(0, middle).map((payer) => pressReady(cluster, payer)))
  await provider.misbehave([{ kind: 'reset', rate: 1, processed: true, path: '/v1/payment_intents' }])
  const uncreated = await Promise.all(ready.slice(middle).map((payer) => pressReady(cluster, payer)))
  await provider.heal()
  await provider.misbehave([{ kind: 'reset', rate: 1, processed: false }])
  await hours(cluster, 25)
  await provider.advance(25 * 3600)
  await provider.heal()
  await provider.deliver({})
  return afterwards(cluster, bills, [...unconfirmed, ...uncreated], hurry)
}

/** Moves our time by hours, a twelfth at a time, so that the sweep polls in vain as it would. */
async function hours(cluster: Cluster, hours: number): Promise<void> {
  const clock = await openClock(cluster.owner, cluster.database_url)
  for (let step = 0; step < 12; step += 1) await clock.pass((hours * 3600) / 12)
  await clock.close()
}

async function afterwards(
  cluster: Cluster,
  bills: Bill[],
  pressed: Pressed[],
  hurry: boolean,
): Promise<Outage> {
  const rested = await waitUntilSettled(cluster.owner, cluster.database_url, hurry)
  const ids = bills.map(({ bill_id }) => bill_id)
  const [row] =
    await cluster.owner`select count(*)::int as paid from bills where bill_id = any(${ids}) and phase = 'paid'`
  return {
    waits: pressed.map(({ wait }) => wait),
    charged: row?.paid as number,
    violations: [
      ...pressed
        .filter(({ state }) => !['created', 'unknown'].includes(state))
        .map(({ state }) => `a payer was told ${state} while nobody answered`),
      ...(rested ? [] : ['it never came to rest']),
    ],
  }
}

type Ready = { bill: Bill; payment_method_id: string }

/** Sends the cards to the provider just before it goes down. */
function withMethods({ provider }: Cluster, bills: Bill[]): Promise<Ready[]> {
  return Promise.all(
    bills.map(async (bill) => {
      const account: Account = bill.second_account ? 'stripe2' : 'stripe'
      const reply = await fetch(`${provider.url}/v1/payment_methods`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accounts[account].publishable}` },
        body: new URLSearchParams({
          type: 'card',
          'card[number]': '4242424242424242',
          'card[exp_month]': '12',
          'card[exp_year]': '2040',
        }),
      })
      const { id } = (await reply.json()) as { id: string }
      return { bill, payment_method_id: id }
    }),
  )
}

type Pressed = { state: string; wait: number }

async function pressReady(cluster: Cluster, { bill, payment_method_id }: Ready): Promise<Pressed> {
  const began = performance.now()
  const reply = await fetch(`${cluster.url}/v1/stripe/charge/${bill.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: JSON.stringify({ payment_method: 'CARD', payment_method_id, email: 'lucia@example.it' }),
  })
  const { state, error } = (await reply.json()) as { state?: string; error?: string }
  return { state: state ?? `${reply.status} ${error}`, wait: performance.now() - began }
}

/** Payers who were not charged meanwhile pay now, once. */
async function payAgain(cluster: Cluster, hurry: boolean): Promise<number> {
  const rows = await cluster.owner`select bill_id from bills where phase <> 'paid'`
  const open = new Set(rows.map(({ bill_id }) => bill_id))
  const ready = await withMethods(
    cluster,
    cluster.bills.filter(({ bill_id }) => open.has(bill_id)),
  )
  for (const payer of ready) await pressReady(cluster, payer)
  await waitUntilSettled(cluster.owner, cluster.database_url, hurry)
  return ready.length
}
