import Stripe from 'stripe'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { chargesBehind } from './charge-of.ts'
import { keepPayout } from './keep-payout.ts'
import { type ToldLine, toldLine } from './payout-line.ts'

/** A payout may fail days after it arrived: those of as many days are looked at again each time. */
const daysLookedAt = 40
/** Older ones that are not settled or not explained yet, asked about one by one. */
const askedAtMost = 200

type Of = { provider_account: ProviderAccount; destination: string | null }

/**
 * Reads the payouts of a provider account's balance (`destination`: of a connected account's) and what each holds into our
 * tables, and posts those that are made of what we know. The first time all of them, then the latest and whatever is
 * still open. Reading again changes nothing.
 */
export async function readPayouts(services: Services, of: Of): Promise<void> {
  const { stripe } = services.providers.get(of.provider_account)
  const options = of.destination === null ? {} : { stripeAccount: of.destination }
  const before = await knownBefore(services, of)
  const seen = new Set<string>()
  const since = Math.floor(Date.now() / 1000) - daysLookedAt * 86_400
  const range = before.first ? {} : { created: { gte: since } }
  const found: Stripe.Payout[] = []
  for await (const payout of stripe.payouts.list({ ...range, limit: 100 }, options)) {
    seen.add(payout.id)
    if (!before.settled.has(`${payout.id}:${payout.status}`)) found.push(payout)
  }
  for (const id of before.open) if (!seen.has(id)) found.push(await stripe.payouts.retrieve(id, {}, options))
  // Oldest first: one that gives back an earlier payout is explained by that one.
  for (const payout of found.sort((one, other) => one.created - other.created))
    await readPayout(services, of, payout, before.first)
}

async function readPayout(services: Services, of: Of, payout: Stripe.Payout, first: boolean): Promise<void> {
  const lines = payout.automatic ? await linesOf(services, of, payout) : null
  await services.asSystem((tx) =>
    keepPayout(
      tx,
      {
        ...of,
        provider_object: payout.id,
        state: payout.status as 'pending',
        automatic: payout.automatic,
        made_at: new Date(payout.created * 1000).toISOString(),
        arrives_on: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
        total: payout.amount,
        failure_code: payout.failure_code,
        lines,
      },
      first,
    ),
  )
}

/** What an automatic payout holds, all but its own line; of one made by hand the provider does not say it. */
async function linesOf(
  services: Services,
  { provider_account, destination }: Of,
  payout: Stripe.Payout,
): Promise<ToldLine[]> {
  const { stripe } = services.providers.get(provider_account)
  const movements: Stripe.BalanceTransaction[] = []
  const held = stripe.balanceTransactions.list(
    { payout: payout.id, limit: 100, expand: ['data.source'] },
    destination === null ? {} : { stripeAccount: destination },
  )
  for await (const movement of held) if (movement.type !== 'payout') movements.push(movement)
  const chargeOf = await chargesBehind(stripe, movements, destination)
  return movements.map((movement) => toldLine(movement, chargeOf, destination !== null))
}

type Known = {
  /** Nothing was ever read of this balance. */
  first: boolean
  /** `po_…:paid`: posted, and in a state that is known already. */
  settled: ReadonlySet<string>
  open: readonly string[]
}

function knownBefore(services: Services, { provider_account, destination }: Of): Promise<Known> {
  return services.asSystem(async (tx) => {
    const mine = tx`provider_account = ${provider_account} and destination is not distinct from ${destination}`
    const [any] = await tx`select from payouts where ${mine} limit 1`
    const settled = await tx<{ known: string }[]>`
      select distinct provider_object || ':' || state as known from payouts
      where ${mine} and explained and made_on >= today() - ${daysLookedAt + 1}::int`
    const open = await tx<{ provider_object: string }[]>`
      select distinct provider_object, made_on from payouts
      where ${mine} and (not explained or state in ('pending', 'in_transit'))
      order by made_on desc limit ${askedAtMost}`
    return {
      first: any === undefined,
      settled: new Set(settled.map(({ known }) => known)),
      open: open.map(({ provider_object }) => provider_object),
    }
  })
}

/** The balances whose payouts there are: the platform's, and that of every account connected to it. */
export async function balancesOf(services: Services, provider_account: ProviderAccount): Promise<Of[]> {
  const connected = await services.asSystem(
    (tx) => tx<{ destination: string }[]>`
      select account_destination as destination from provider_accounts
      where provider_account = ${provider_account} and account_destination is not null
      union
      select destination from payouts where provider_account = ${provider_account} and destination is not null
      order by 1`,
  )
  return [
    { provider_account, destination: null },
    ...connected.map(({ destination }) => ({ provider_account, destination })),
  ]
}

/** The provider no longer lets us see an account that was closed or disconnected. */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
