import { today } from '@saldo/domain/dates'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { destinationsOf } from '../provider-accounts/destinations.ts'
import { lineObjects } from './line-objects.ts'
import { orderField } from './ordered-payout.ts'
import { type ProviderPayoutLine, providerPayoutLine } from './payout-line.ts'
import { type ProviderPayout, storePayout } from './store-payout.ts'

/** A payout may fail days after it arrived, so payouts of so many days are read again each time. */
const daysLookedAt = 40
const dayLength = 86_400_000
/** The most older payouts, not settled or not explained, that are read one by one. */
const askedAtMost = 200

type Of = { provider_account: ProviderAccount; destination: string | null }

/**
 * Reads the payouts of a balance (the platform's, or the connected account `destination`) with their lines, and posts
 * those whose lines are all recognised. The first complete reading reads all; later ones read back to the last complete
 * reading, and everything still open. Reading again changes nothing.
 */
export async function readPayouts(services: Services, of: Of): Promise<void> {
  const { stripe } = services.providers.get(of.provider_account)
  const options = of.destination === null ? {} : { stripeAccount: of.destination }
  const began = new Date()
  const before = await knownBefore(services, of, began)
  const seen = new Set<string>()
  const range = before.since === null ? {} : { created: { gte: Math.floor(before.since.getTime() / 1000) } }
  const found: Stripe.Payout[] = []
  for await (const payout of stripe.payouts.list({ ...range, limit: 100 }, options)) {
    seen.add(payout.id)
    if (!before.settled.has(`${payout.id}:${payout.status}`)) found.push(payout)
  }
  for (const id of before.open) if (!seen.has(id)) found.push(await stripe.payouts.retrieve(id, {}, options))
  // Oldest first: the return of a payout is explained by that payout.
  for (const payout of found.sort((one, other) => one.created - other.created))
    await readPayout(services, of, payout, before.since === null)
  await services.asSystem(
    (tx) => tx`
      insert into payout_readings (provider_account, destination, began_at)
      values (${of.provider_account}, ${of.destination}, ${began.toISOString()})
      on conflict (provider_account, destination) do update set began_at = greatest(payout_readings.began_at, excluded.began_at)`,
  )
}

async function readPayout(services: Services, of: Of, payout: Stripe.Payout, past: boolean): Promise<void> {
  const lines = payout.automatic ? await linesOf(services, of, payout) : null
  await services.asSystem((tx) => storePayout(services, tx, told(of, payout, lines), past))
}

/** A payout as it is stored. */
export const told = (
  of: Of,
  payout: Stripe.Payout,
  lines: ProviderPayoutLine[] | null = null,
): ProviderPayout => ({
  ...of,
  provider_object: payout.id,
  state: payout.status as 'pending',
  automatic: payout.automatic,
  made_at: new Date(payout.created * 1000).toISOString(),
  arrives_on: today(new Date(payout.arrival_date * 1000)),
  total: payout.amount,
  failure_code: payout.failure_code,
  claimed_order: payout.metadata?.[orderField] ?? null,
  lines,
})

/** The lines of an automatic payout, without its own line. The provider does not list the lines of a manual payout. */
async function linesOf(
  services: Services,
  { provider_account, destination }: Of,
  payout: Stripe.Payout,
): Promise<ProviderPayoutLine[]> {
  const { stripe } = services.providers.get(provider_account)
  const movements: Stripe.BalanceTransaction[] = []
  const held = stripe.balanceTransactions.list(
    { payout: payout.id, limit: 100, expand: ['data.source'] },
    destination === null ? {} : { stripeAccount: destination },
  )
  for await (const movement of held) if (movement.type !== 'payout') movements.push(movement)
  const behind = await lineObjects(stripe, movements, destination)
  return movements.map((movement) => providerPayoutLine(movement, behind, destination !== null))
}

type Known = {
  /** Payouts before this instant are stored already. Null: never completely read. */
  since: Date | null
  /** Payouts that are posted and stored in a state, as `po_…:paid`. */
  settled: ReadonlySet<string>
  open: readonly string[]
}

function knownBefore(services: Services, of: Of, now: Date): Promise<Known> {
  return services.asSystem(async (tx) => {
    const mine = ofBalance(tx, of)
    const [last] = await tx<{ began_at: string }[]>`select began_at from payout_readings where ${mine}`
    // One day more than needed: the provider's clock differs from ours.
    const since = last
      ? new Date(
          Math.min(now.getTime() - daysLookedAt * dayLength, new Date(last.began_at).getTime() - dayLength),
        )
      : null
    const settled = await tx<{ known: string }[]>`
      select distinct provider_object || ':' || state as known from payouts
      where ${mine} and explained ${since ? tx`and made_on >= ${today(since)}` : tx``}`
    const open = await tx<{ provider_object: string }[]>`
      select distinct provider_object, made_on from payouts
      where ${mine} and (not explained or state in ('pending', 'in_transit'))
      order by made_on desc limit ${askedAtMost}`
    return {
      since,
      settled: new Set(settled.map(({ known }) => known)),
      open: open.map(({ provider_object }) => provider_object),
    }
  })
}

const ofBalance = (tx: Tx, { provider_account, destination }: Of) =>
  tx`provider_account = ${provider_account} and ${destination === null ? tx`destination is null` : tx`destination = ${destination}`}`

/** The balances to read: the platform's, and every account that receives its payments or once did. */
export async function balancesOf(services: Services, provider_account: ProviderAccount): Promise<Of[]> {
  const connected = await services.asSystem((tx) => destinationsOf(tx, provider_account))
  return [
    { provider_account, destination: null },
    ...connected.map((destination) => ({ provider_account, destination })),
  ]
}
