import { examine } from '../oracle.ts'
import { answerAndLeave, type Manner, newKey, press } from '../payers.ts'
import { type Cluster, openCluster } from '../processes/cluster.ts'
import type { Database } from '../processes/database.ts'
import type { DeliveryFaults } from '../processes/provider.ts'
import { seeded, seedOf, weighted } from '../random.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { until, waitUntilSettled } from '../time.ts'
import { urlsOf } from './f1-kill.ts'

/**
 * Payments whose result comes only with the provider's events: debits, and approvals whose payer never comes back. The
 * scenario runs twice: with events in order, and with each event sent three times, shuffled, one in twenty an hour
 * late. The books must end the same.
 */
export const f4: Scenario = {
  name: 'F4',
  title: '10,000 events, each three times, shuffled, 5 % held back an hour',
  run: async ({ database, seed, scale, hurry }) => {
    const count = atScale(2_150, scale, 24)
    const asked = { database, count, seed, hurry }
    const inOrder = await tell(asked, {})
    const shuffled = await tell(asked, {
      duplicate: 2,
      shuffle: atScale(60, scale, 3),
      hold_rate: 0.05,
      hold_seconds: 3_600,
      seed,
    })
    const differences = shuffled.state.filter((line, place) => line !== inOrder.state[place])
    return {
      figures: {
        payments: count,
        events: shuffled.events,
        'letters delivered': shuffled.events * 3,
        'bills that ended otherwise': differences.length,
      },
      violations: [
        ...inOrder.violations.map((sentence) => `in order: ${sentence}`),
        ...shuffled.violations,
        ...differences.map((line) => `ended otherwise: ${line}`),
        ...(shuffled.state.length === count ? [] : ['bills are missing']),
      ],
    }
  },
}

type Told = { state: string[]; events: number; violations: string[] }

async function tell(
  of: { database: Database; count: number; seed: number; hurry: boolean },
  deliveryFaults: DeliveryFaults,
): Promise<Told> {
  const cluster = await openCluster(of.database, { bills: of.count, sepa_seconds: 60 })
  const { provider, owner } = cluster
  try {
    await provider.deliver(deliveryFaults)
    await payAll(cluster, of.seed)
    await provider.advance(200)
    await provider.advance(3_700)
    await until(async () => (await provider.undelivered()) === 0, 900_000)
    await waitUntilSettled(owner, cluster.database_url, of.hurry)
    const [row] = await owner`select count(*)::int as events from provider_events`
    return {
      state: await finalState(cluster),
      events: row?.events as number,
      violations: await examine(owner, provider),
    }
  } finally {
    await cluster.close()
  }
}

const mixture: Record<Manner, number> = {
  card: 20,
  'card declined': 5,
  '3-D Secure': 20,
  '3-D Secure refused': 5,
  'SEPA debit': 30,
  'SEPA debit fails': 10,
  Klarna: 8,
  'Klarna refused': 2,
}

/** Pays each bill once, twenty in parallel. A payer sent to the bank's page answers there and closes the browser. */
async function payAll(cluster: Cluster, seed: number): Promise<void> {
  const waiting = [...cluster.bills]
  const person = async () => {
    for (let bill = waiting.pop(); bill; bill = waiting.pop()) {
      const manner = weighted(seeded(seedOf(seed, `bill ${bill.bill_id}`)), mixture)
      const answer = await press(urlsOf(cluster), bill, manner, newKey())
      if (answer.kind !== 'answered') throw new Error(`nobody answered to ${manner}`)
      await answerAndLeave(urlsOf(cluster), answer.progress, manner)
    }
  }
  await Promise.all(Array.from({ length: 20 }, person))
}

/** The final state, a line for each bill: phase, payments, postings, mails. */
async function finalState({ owner }: Cluster): Promise<string[]> {
  const rows = await owner`
    select concat_ws(' ', b.number, b.phase, b.returned, b.settled, b.pending,
      (select string_agg(concat_ws(' ', p.method, p.state, p.amount, p.fee, p.failure_code), ',' order by payment_id)
        from payments p where p.bill_id = b.bill_id),
      (select string_agg(e.kind || ' ' || l.ledger_account || ' ' || l.amount, ',' order by e.kind, l.ledger_account)
        from ledger_entries e join ledger_lines l using (entry_id) where e.bill_id = b.bill_id),
      (select string_agg(m.template, ',' order by m.template) from emails m where m.bill_id = b.bill_id)) as line
    from bills b order by b.number`
  return rows.map(({ line }) => line)
}
