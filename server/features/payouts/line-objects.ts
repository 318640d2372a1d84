import type Stripe from 'stripe'
import { isGone } from '../../provider/ask-provider.ts'
import { claimedAttempt, idOf } from '../../provider/provider-object.ts'
import type { LineObject, LineObjects } from './payout-line.ts'

/**
 * Finds the platform's own objects for balance lines that name another id. In a connected account's book, a payment has
 * its own id (py_…). In the platform's book, a reversal names its transfer (tr_…) and a returned fee names its fee
 * (fee_…). `connected`: the account whose book it is; its transfers since the first line are read page by page, other
 * objects one by one.
 */
export async function lineObjects(
  stripe: Stripe,
  movements: readonly Stripe.BalanceTransaction[],
  connected: string | null,
): Promise<LineObjects> {
  const known = new Map<string, LineObject>()
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
  for (const id of wanted)
    if (!known.has(id))
      await lookUp(stripe, id, connected, known).catch((error: unknown) => {
        // The provider has deleted the object. The line is then shown as not recognised.
        if (!isGone(error)) throw error
      })
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
  return named === null ? [] : [idOf(named)]
}

async function lookUp(
  stripe: Stripe,
  id: string,
  connected: string | null,
  known: Map<string, LineObject>,
): Promise<void> {
  if (id.startsWith('tr_')) return note(known, await stripe.transfers.retrieve(id))
  if (id.startsWith('fee_')) {
    const { originating_transaction } = await stripe.applicationFees.retrieve(id)
    if (originating_transaction)
      known.set(id, { charge_id: idOf(originating_transaction), claimed_attempt_id: null })
    return
  }
  if (connected === null) return
  const { source_transfer } = await stripe.charges.retrieve(id, {}, { stripeAccount: connected })
  if (source_transfer) note(known, await stripe.transfers.retrieve(idOf(source_transfer)))
}

/** A transfer after a won dispute or a failed refund has no charge: its metadata name the attempt. */
function note(
  known: Map<string, LineObject>,
  { id, destination_payment, source_transaction, metadata }: Stripe.Transfer,
): void {
  const behind = { charge_id: idOf(source_transaction), claimed_attempt_id: claimedAttempt(metadata) }
  if (behind.charge_id === null && behind.claimed_attempt_id === null) return
  known.set(id, behind)
  if (destination_payment) known.set(idOf(destination_payment), behind)
}
