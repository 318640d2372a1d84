import type Stripe from 'stripe'
import type { Payment } from '../books.ts'
import type { Entry } from '../journal.ts'
import type { Player } from '../player.ts'
import type { World } from '../world.ts'
import type { Differences } from './differences.ts'

/** The provider's own book: per charge the money in, out and kept; per connected account the transfers. */
type ProviderBook = {
  charges: Map<string, { charge: Stripe.Charge; net: number; fee: number }>
  /** Movements of the platform's balance by account: transfers, reversals, fees withheld and returned. */
  went_on: Map<string, number>
  /** Movements of each connected account's balance, without payouts. */
  connected: Map<string, number>
}

/** Reads all books through the official SDK, back to `since` (seconds). */
export async function readProvider(
  { provider }: World,
  since: number,
  destinations: readonly string[],
): Promise<ProviderBook> {
  const book: ProviderBook = { charges: new Map(), went_on: new Map(), connected: new Map() }
  const all = { limit: 100, created: { gte: since } }
  for (const stripe of [provider.stripe, provider.stripe2]) {
    const of = new Map<string, string>()
    const owner = new Map<string, string>()
    for await (const charge of stripe.charges.list(all)) {
      book.charges.set(charge.id, { charge, net: 0, fee: 0 })
      of.set(charge.id, charge.id)
    }
    for await (const refund of stripe.refunds.list(all)) of.set(refund.id, String(refund.charge))
    for await (const dispute of stripe.disputes.list(all)) of.set(dispute.id, String(dispute.charge))
    for await (const transfer of stripe.transfers.list(all)) {
      owner.set(transfer.id, String(transfer.destination))
      for (const { id } of transfer.reversals.data) owner.set(id, String(transfer.destination))
    }
    for await (const fee of stripe.applicationFees.list(all)) {
      owner.set(fee.id, String(fee.account))
      for (const { id } of fee.refunds.data) owner.set(id, String(fee.account))
    }
    for await (const line of stripe.balanceTransactions.list(all)) {
      const row = book.charges.get(of.get(String(line.source)) ?? '')
      const destination = owner.get(String(line.source))
      if (row) {
        row.net += line.net
        row.fee += line.fee
      } else if (destination) book.went_on.set(destination, (book.went_on.get(destination) ?? 0) + line.net)
    }
  }
  for (const stripeAccount of destinations)
    for await (const line of provider.stripe.balanceTransactions.list({ limit: 100 }, { stripeAccount }))
      if (!line.type.startsWith('payout'))
        book.connected.set(stripeAccount, (book.connected.get(stripeAccount) ?? 0) + line.net)
  return book
}

/** Checks each payment against the provider's book, and the ledger's balances against the provider's. */
export function checkProvider({ books }: Player, book: ProviderBook, found: Differences): void {
  let net = 0
  for (const payment of books.payments) {
    if (!payment.provider) continue
    const row = book.charges.get(payment.provider.charge)
    if (!row) {
      found.same(`payment ${payment.id} at the provider`, null, payment.provider.charge)
      continue
    }
    net += row.net
    const where = `payment ${payment.id} at the provider`
    found.same(`${where}, charged`, row.charge.amount_captured, payment.amount)
    found.same(`${where}, given back`, row.charge.amount_refunded, payment.given_back)
    found.same(`${where}, kept by it`, row.fee, payment.fees)
    found.same(`${where}, left`, row.net, leftOf(payment))
  }
  const { connected } = books.ground
  if (connected) {
    net += book.went_on.get(connected.destination) ?? 0
    found.same(
      'what the provider holds on the office’s own account',
      book.connected.get(connected.destination) ?? 0,
      books.journal.sum('connected_balance', notPaidOut),
    )
  }
  found.same('what the provider holds for the office', net, books.journal.sum('provider_transit', notPaidOut))
}

/** Excludes payouts, because they are compared one by one. */
const notPaidOut = ({ what }: Entry) => !what.startsWith('accredito')

const leftOf = ({ amount, given_back, taken_back, fees, dispute }: Payment) =>
  amount - given_back - taken_back - fees - (dispute?.amount ?? 0)
