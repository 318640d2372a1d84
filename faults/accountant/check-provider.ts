import type Stripe from 'stripe'
import type { Payment } from './books.ts'
import type { Differences } from './differences.ts'
import type { Player } from './player.ts'
import type { World } from './world.ts'

/** The provider's own book, per charge: what came, what went back, what it kept. */
export type ProviderBook = Map<string, { charge: Stripe.Charge; net: number; fee: number }>

/** Reads both accounts' books through the official SDK, as far as `since` (seconds). */
export async function readProvider({ provider }: World, since: number): Promise<ProviderBook> {
  const book: ProviderBook = new Map()
  for (const stripe of [provider.stripe, provider.stripe2]) {
    const of = new Map<string, string>()
    for await (const charge of stripe.charges.list({ limit: 100, created: { gte: since } })) {
      book.set(charge.id, { charge, net: 0, fee: 0 })
      of.set(charge.id, charge.id)
    }
    for await (const refund of stripe.refunds.list({ limit: 100, created: { gte: since } }))
      of.set(refund.id, String(refund.charge))
    for await (const dispute of stripe.disputes.list({ limit: 100, created: { gte: since } }))
      of.set(dispute.id, String(dispute.charge))
    for await (const line of stripe.balanceTransactions.list({ limit: 100, created: { gte: since } })) {
      const row = book.get(of.get(String(line.source)) ?? '')
      if (!row) continue
      row.net += line.net
      row.fee += line.fee
    }
  }
  return book
}

/** Each payment as the provider's book tells it, and the ledger's transit as what the provider holds for the office. */
export function checkProvider({ books }: Player, book: ProviderBook, found: Differences): void {
  let net = 0
  for (const payment of books.payments) {
    if (!payment.provider) continue
    const row = book.get(payment.provider.charge)
    if (!row) {
      found.same(`payment ${payment.id} at the provider`, null, payment.provider.charge)
      continue
    }
    net += row.net
    found.same(`payment ${payment.id} at the provider, charged`, row.charge.amount_captured, payment.amount)
    found.same(
      `payment ${payment.id} at the provider, given back`,
      row.charge.amount_refunded,
      payment.given_back,
    )
    found.same(`payment ${payment.id} at the provider, kept by it`, row.fee, payment.fees)
    found.same(`payment ${payment.id} at the provider, left`, row.net, leftOf(payment))
  }
  found.same('what the provider holds for the office', net, books.journal.sum('provider_transit'))
}

const leftOf = ({ amount, given_back, taken_back, fees, dispute }: Payment) =>
  amount - given_back - taken_back - fees - (dispute?.amount ?? 0)
