import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/testing/sandbox.ts'
import { type Bill, makeBills } from '../bills.ts'
import { readBook } from '../book.ts'
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts'
import { examine } from '../oracle.ts'
import { newKey } from '../payers.ts'
import { type Provider, startProvider } from '../processes/provider.ts'
import { oneOf, type Random, seeded, seedOf, whole } from '../random.ts'
import { atScale, type Scenario } from '../scenario.ts'
import { signInBoth } from '../sessions.ts'
import { until } from '../time.ts'

const askers = 10

/**
 * Ten users of the office refund parts of one payment at the same moment while its payer disputes it; then the bank
 * decides. Together they must never give back more than was paid.
 */
export const f8: Scenario = {
  name: 'F8',
  title: '1,000 concurrent partial refunds against disputes',
  run: async ({ database, seed, scale }) => {
    const port = await freePort()
    const provider = await startProvider({ webhooks_port: port })
    const inside = await startInProcessServer(database, await database.clone(), provider.url)
    try {
      await inside.app.listen({ port, host: '127.0.0.1' })
      const bills = await makeBills(inside.owner, atScale(100, scale, 4))
      const { administrator } = await signInBoth(inside.owner, bills)
      const tally = { asked: 0, 'given back': 0, refused: 0, contested: 0 }
      for (const [round, bill] of bills.entries()) {
        const random = seeded(seedOf(seed, `round ${round}`))
        const payment = await pay(inside, bill)
        const asking = Array.from({ length: askers }, () =>
          giveBack(
            inside,
            administrator,
            payment.payment_id,
            1 + whole(random, Math.ceil(bill.amount / 4)),
            random,
          ),
        )
        const contested = random() < 0.7 ? contest(provider, payment.charge, random) : null
        for (const status of await Promise.all(asking)) {
          tally.asked += 1
          tally[status === 201 ? 'given back' : 'refused'] += 1
        }
        if (await contested) tally.contested += 1
      }
      await until(async () => (await provider.undelivered()) === 0, 120_000)
      const rested = await inside.rest()
      return {
        figures: { payments: bills.length, ...tally },
        violations: [
          ...(rested ? [] : ['it never came to rest']),
          ...(await beyondCaptured(provider)),
          ...(await examine(inside.owner, provider)),
        ],
      }
    } finally {
      await provider.stop()
      await inside.close()
    }
  },
}

async function pay(inside: InProcessServer, bill: Bill): Promise<{ payment_id: number; charge: string }> {
  const { body } = await inside.call({
    method: 'POST',
    url: `/v1/stripe/charge/${bill.token}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
    payload: JSON.stringify({
      payment_method: 'CARD',
      payment_method_id: 'pm_card_visa',
      email: 'lucia@example.it',
    }),
  })
  const payment_id = body.payment_id as number
  const [attempt] =
    await inside.owner`select provider_charge from payment_attempts where payment_id = ${payment_id}`
  return { payment_id, charge: attempt?.provider_charge }
}

async function giveBack(
  inside: InProcessServer,
  administrator: string,
  payment_id: number,
  amount: number,
  random: Random,
): Promise<number> {
  await sleep(120 * random())
  const { status } = await inside.call({
    method: 'POST',
    url: `/v1/stripe/refund/${payment_id}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': newKey(),
      authorization: `Bearer ${administrator}`,
    },
    payload: JSON.stringify({ amount, reason: 'requested_by_customer' }),
  })
  return status
}

/**
 * Opens a dispute about the rest while refunds are under way; the bank may decide a moment later. Returns false if
 * everything was refunded already.
 */
async function contest(provider: Provider, charge: string, random: Random): Promise<boolean> {
  await sleep(120 * random())
  const dispute = await provider.dispute(charge).catch(() => null)
  if (!dispute) return false
  await sleep(100 * random())
  const verdict = oneOf(random, ['won', 'lost', null] as const)
  if (verdict) await provider.decide(dispute.id, verdict)
  return true
}

async function beyondCaptured(provider: Provider): Promise<string[]> {
  return (await readBook(provider))
    .filter(({ charged, refunded, taken_back }) => refunded + taken_back > charged)
    .map(({ intent, charged, refunded }) => `${intent}: ${refunded} given back of ${charged}`)
}
