import type Stripe from 'stripe'
import type { Account, Provider } from './processes/provider.ts'

/** A payment intent in the provider's book. Money in cents. */
export type Entry = {
  account: Account
  intent: string
  status: Stripe.PaymentIntent.Status
  /** Our own metadata on it. */
  attempt_id: number
  bill_id: number
  charged: number
  refunded: number
  dispute: Stripe.Dispute.Status | null
  /** The amount that the payer's bank took back. */
  taken_back: number
}

/** The amount of a charge that we still have. */
export const kept = ({ charged, refunded, taken_back }: Entry): number => charged - refunded - taken_back

/** The provider's book of both accounts, as the provider itself reports it. */
export async function readBook(provider: Provider): Promise<Entry[]> {
  const books = await Promise.all((['stripe', 'stripe2'] as const).map((name) => readAccount(provider, name)))
  return books.flat()
}

async function readAccount(provider: Provider, account: Account): Promise<Entry[]> {
  const stripe = provider[account]
  const disputes = new Map<string, Stripe.Dispute>()
  for await (const dispute of stripe.disputes.list({ limit: 100 }))
    disputes.set(dispute.payment_intent as string, dispute)
  const charges = new Map<string, { charged: number; refunded: number }>()
  for await (const charge of stripe.charges.list({ limit: 100 })) {
    const intent = charge.payment_intent as string
    const sum = charges.get(intent) ?? { charged: 0, refunded: 0 }
    if (charge.status === 'succeeded') sum.charged += charge.amount_captured
    sum.refunded += charge.amount_refunded
    charges.set(intent, sum)
  }
  const entries: Entry[] = []
  for await (const { id, status, metadata } of stripe.paymentIntents.list({ limit: 100 })) {
    const dispute = disputes.get(id)
    entries.push({
      account,
      intent: id,
      status,
      attempt_id: Number(metadata.attempt_id),
      bill_id: Number(metadata.bill_id),
      ...(charges.get(id) ?? { charged: 0, refunded: 0 }),
      dispute: dispute?.status ?? null,
      taken_back: dispute && isTaken(dispute.status) ? dispute.amount : 0,
    })
  }
  return entries
}

/**
 * From the day a dispute opens the provider holds the money; it stays with us only after a win, or during an inquiry.
 */
const isTaken = (status: Stripe.Dispute.Status) => status !== 'won' && !status.startsWith('warning')
