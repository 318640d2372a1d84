import Stripe from 'stripe'
import type { Sql } from '../../server/db/connection.ts'
import { makeBills } from '../bills.ts'
import { startInProcessServer } from '../in-process-server.ts'
import { accounts } from '../processes/provider.ts'
import { oneOf, type Random, seeded, whole } from '../random.ts'
import type { Scenario } from '../scenario.ts'

/**
 * Events that are signed by somebody else, too old, or for the other account must all be refused, and nothing may be
 * written.
 */
export const f5: Scenario = {
  name: 'F5',
  title: '500 bad, stale (301 s) or wrong-account signatures',
  run: async ({ database, seed }) => {
    const inside = await startInProcessServer(database, await database.clone(), 'http://127.0.0.1:9')
    try {
      await makeBills(inside.owner, 5)
      const random = seeded(seed)
      const before = await rowsOf(inside.owner)
      const statuses: Record<number, number> = {}
      for (let letter = 0; letter < 500; letter += 1) {
        const { status } = await inside.call(forged(random, letter))
        statuses[status] = (statuses[status] ?? 0) + 1
      }
      const after = await rowsOf(inside.owner)
      const control = await inside.call(signed('evt_honest', accounts.stripe.webhook, {}))
      const violations = Object.entries(statuses)
        .filter(([status]) => status !== '400')
        .map(([status, times]) => `${times} × ${status}`)
      if (before !== after) violations.push('something was written')
      if (control.status !== 200 || (await rowsOf(inside.owner)) === after)
        violations.push('an honest letter was not kept: this proves nothing')
      return { figures: { letters: 500, '400': statuses[400] ?? 0 }, violations }
    } finally {
      await inside.close()
    }
  },
}

function forged(random: Random, letter: number) {
  const id = `evt_forged_${letter}`
  const now = Math.floor(Date.now() / 1000)
  switch (whole(random, 6)) {
    case 0:
      return signed(id, `whsec_${whole(random, 1e9)}`, {})
    case 1:
      return signed(id, accounts.stripe.webhook, { timestamp: now - 301 - whole(random, 1e6) })
    case 2:
      return signed(id, accounts.stripe2.webhook, {})
    case 3:
      return { ...signed(id, accounts.stripe.webhook, {}), payload: event(`${id}_other`) }
    case 4:
      return signed(id, accounts.stripe.webhook, {
        header: oneOf(random, ['', 't=,v1=', `t=${now}`, 'v1=00', 'x']),
      })
    default:
      return signed(id, accounts.stripe.webhook, { account: 'stripe2' })
  }
}

function signed(id: string, secret: string, of: { timestamp?: number; header?: string; account?: string }) {
  const payload = event(id)
  const { timestamp } = of
  return {
    method: 'POST' as const,
    url: `/v1/stripe/webhook/${of.account ?? 'stripe'}`,
    headers: {
      'content-type': 'application/json',
      'stripe-signature':
        of.header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    payload,
  }
}

const event = (id: string) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: `pi_${id}`, object: 'payment_intent' } },
  })

/** A checksum of every row of every table, jobs included. */
async function rowsOf(owner: Sql): Promise<string> {
  const tables = await owner`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') and tablename not in ('version', 'schedule', 'queue') order by 1`
  const sums = tables.map(
    ({ name }) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t)`,
  )
  const [row] = await owner.unsafe(`select ${sums.join(` || `)} as sum`)
  return row?.sum as string
}
