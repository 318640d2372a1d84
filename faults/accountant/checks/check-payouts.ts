import type Stripe from 'stripe'
import { dayInRome } from '../days.ts'
import { call, expecting, Mismatch, type Player } from '../player.ts'
import { linesOver } from '../posting/posting-connected.ts'
import type { World } from '../world.ts'
import type { Differences } from './differences.ts'

/** The provider's payouts, each with the sources of its lines. `connected`: payouts of an office's own account. */
export type Payouts = {
  payout: Stripe.Payout
  connected: boolean
  held: { charge: string; net: number }[]
}[]

/** Reads the payouts of the platform's two balances and of the offices' accounts, with the charge of each line. */
export async function readPayouts({ provider }: World, destinations: readonly string[]): Promise<Payouts> {
  const found: Payouts = []
  const connected = destinations.map((stripeAccount) => [provider.stripe, { stripeAccount }] as const)
  for (const [stripe, options] of [
    [provider.stripe, undefined] as const,
    [provider.stripe2, undefined] as const,
    ...connected,
  ]) {
    const payouts: Stripe.Payout[] = []
    for await (const payout of stripe.payouts.list({ limit: 100 }, options)) payouts.push(payout)
    if (payouts.length === 0) continue
    const of = await chargesBehind(stripe)
    for (const payout of payouts) {
      const held: { charge: string; net: number }[] = []
      for await (const { type, source, net } of stripe.balanceTransactions.list(
        { payout: payout.id, limit: 100 },
        options,
      ))
        if (type !== 'payout') held.push({ charge: of.get(String(source)) ?? String(source), net })
      found.push({ payout, connected: options !== undefined, held })
    }
  }
  return found
}

/**
 * The charge behind the provider's other objects, in both books. Money returned to an account belongs to the payment
 * that it names.
 */
async function chargesBehind(stripe: Stripe): Promise<Map<string, string>> {
  const of = new Map<string, string>()
  const all = { limit: 100 }
  for await (const refund of stripe.refunds.list(all)) of.set(refund.id, String(refund.charge))
  for await (const dispute of stripe.disputes.list(all)) of.set(dispute.id, String(dispute.charge))
  for await (const {
    id,
    destination_payment,
    source_transaction,
    metadata,
    reversals,
  } of stripe.transfers.list(all)) {
    const charge = source_transaction ? String(source_transaction) : `payment ${metadata.payment_id}`
    const back = reversals.data.flatMap((each) => [each.id, String(each.destination_payment_refund)])
    for (const object of [id, String(destination_payment), ...back]) of.set(object, charge)
  }
  for await (const { id, originating_transaction, refunds } of stripe.applicationFees.list(all))
    for (const object of [id, ...refunds.data.map((each) => each.id)])
      of.set(object, String(originating_transaction))
  return of
}

/** Lets the product read the payouts: once for all offices. */
export async function askForPayouts(player: Player): Promise<void> {
  expecting(await call(player, 'POST', '/v1/payouts/read'), 202, 'reading payouts')
  const failed = await player.world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
}

/**
 * Posts the payouts for each condominium: sent, then arrived, each on its day, or today if that day is closed. Of
 * payments that were transferred, the part that stays with the platform belongs to the platform, and the part in the
 * office's own account belongs to the condominium.
 */
export function postPayouts({ books }: Player, payouts: Payouts): void {
  for (const { payout, connected, held } of payouts)
    for (const { account_id: condominium } of books.ground.accounts) {
      const whose = held.flatMap(({ charge, net }) => {
        const payment = books.payments.find(
          (each) => each.provider?.charge === charge || `payment ${each.id}` === charge,
        )
        return payment?.condominium === condominium
          ? [{ net, went_on: !connected && payment.passed_on !== undefined }]
          : []
      })
      const sum = (went_on: boolean) =>
        whose.filter((each) => each.went_on === went_on).reduce((cents, { net }) => cents + net, 0)
      const [kept, platforms] = [sum(false), sum(true)]
      const write = (what: string, asked: string, lines: ReturnType<typeof linesOver>) =>
        books.journal.write({
          ...{ day: asked > books.today || books.closedOn(condominium, asked) ? books.today : asked, what },
          ...{ subject: null, condominium, lines },
        })
      const made = dayInRome(new Date(payout.created * 1000))
      write('accredito', made, [
        ...linesOver('payout_transit', connected ? 'connected_balance' : 'provider_transit', kept),
        ...linesOver('platform', 'provider_transit', platforms),
      ])
      if (payout.status === 'paid') {
        const arrived = dayInRome(new Date(payout.arrival_date * 1000))
        write('accredito arrivato', arrived, linesOver('bank', 'payout_transit', kept))
      }
    }
}

/** Checks that each payout with money of the office is listed, without unrecognised lines. */
export async function checkPayouts(player: Player, payouts: Payouts, found: Differences): Promise<void> {
  const { items } = expecting(await call(player, 'GET', '/v1/payouts?limit=200'), 200, 'payouts')
  const ours = new Set(
    player.books.payments.flatMap(({ id, provider }) => [provider?.charge, `payment ${id}`]),
  )
  for (const { payout, held } of payouts) {
    const mine = held.filter(({ charge }) => ours.has(charge))
    if (mine.length === 0) continue
    const row = items.find((each: { provider_object: string }) => each.provider_object === payout.id)
    const where = `payout ${payout.id}`
    found.same(
      `${where}, of the office`,
      row?.amount,
      mine.reduce((sum, { net }) => sum + net, 0),
    )
    found.same(`${where}, not recognised`, [row?.explained, row?.unmatched], [true, 0])
    found.same(`${where}, state`, row?.state, payout.status)
  }
}

/** Reconciles all days, once for all offices; nothing may be left unexplained. */
export async function askToReconcile(player: Player): Promise<void> {
  const { books, world } = player
  const run = expecting(
    await call(player, 'POST', '/v1/reconciliation/runs', {
      from: books.began,
      to: dayInRome(world.moment()),
    }),
    202,
    'comparing the books',
  )
  const failed = await world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
  const { state, failure } = expecting(
    await call(player, 'GET', `/v1/reconciliation/runs/${run.run_id}`),
    200,
    'a comparison',
  )
  if (state !== 'done') throw new Mismatch(`comparing the books: ${state} ${failure}`)
}

export async function checkReconciled(player: Player, found: Differences): Promise<void> {
  const { items } = expecting(
    await call(player, 'GET', '/v1/reconciliation/items?state=open&limit=200'),
    200,
    'what is not explained',
  )
  found.same('not explained by Quadratura', items.map(itemWords), [])
  const sums = expecting(await call(player, 'GET', '/v1/reconciliation/summary'), 200, 'Quadratura')
  found.same('Quadratura, not explained', sums.unexplained, 0)
}

const itemWords = (item: Record<string, unknown>) =>
  `${item.kind} ${item.class} ${item.day} payment ${item.payment_id}: ${item.provider_amount} ${item.our_amount} ${item.ledger_amount}`
