import type Stripe from 'stripe'
import type { ChargeOf } from './payout-line.ts'

/**
 * Which charge of the platform's is behind what balance lines name otherwise: in a connected account's book a payment (py_…)
 * has an id of its own, and in the platform's a reversal names its transfer (tr_…) and a fee given back its fee (fee_…).
 * `connected`: whose book it is; the transfers to it since `from` (seconds) are read page by page, others one by one.
 */
export async function chargesBehind(
  stripe: Stripe,
  movements: readonly Stripe.BalanceTransaction[],
  connected: string | null,
): Promise<ChargeOf> {
  const known = new Map<string, string>()
  const wanted = new Set(movements.flatMap(({ source }) => namedBy(source, connected !== null)))
  if (wanted.size === 0) return known
  if (connected !== null) {
    const from = Math.min(...movements.map(({ created }) => created)) - 86_400
    for await (const transfer of stripe.transfers.list({
      destination: connected,
      created: { gte: from },
      limit: 100,
    }))
      note(known, transfer)
  }
  for (const id of wanted) if (!known.has(id)) await lookUp(stripe, id, connected, known)
  return known
}

function namedBy(source: Stripe.BalanceTransaction['source'], connected: boolean): string[] {
  if (!source || typeof source !== 'object') return []
  const named =
    source.object === 'transfer_reversal'
      ? source.transfer
      : source.object === 'fee_refund'
        ? source.fee
        : connected && source.object === 'charge'
          ? source.id
          : connected && (source.object === 'refund' || source.object === 'dispute')
            ? source.charge
            : null
  return named === null ? [] : [typeof named === 'string' ? named : named.id]
}

/** What the provider no longer knows stays unknown: the line that names it is then shown as not recognised. */
async function lookUp(
  stripe: Stripe,
  id: string,
  connected: string | null,
  known: Map<string, string>,
): Promise<void> {
  if (id.startsWith('tr_')) return note(known, await stripe.transfers.retrieve(id))
  if (id.startsWith('fee_')) {
    const { originating_transaction } = await stripe.applicationFees.retrieve(id)
    if (originating_transaction) known.set(id, idOf(originating_transaction))
    return
  }
  if (connected === null) return
  const { source_transfer } = await stripe.charges.retrieve(id, {}, { stripeAccount: connected })
  if (source_transfer) note(known, await stripe.transfers.retrieve(idOf(source_transfer)))
}

function note(
  known: Map<string, string>,
  { id, destination_payment, source_transaction }: Stripe.Transfer,
): void {
  if (!source_transaction) return
  known.set(id, idOf(source_transaction))
  if (destination_payment) known.set(idOf(destination_payment), idOf(source_transaction))
}

const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)
