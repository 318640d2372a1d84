import type { Payout } from '../payouts/payout-query.ts'
import type { PaymentDetail } from './payment-query.ts'

type Carried = Pick<Payout, 'payout_id' | 'state' | 'arrives_on' | 'destination' | 'posted'>
type Paid = { state: PaymentDetail['state']; ledger: { lines: { ledger_account: string }[] }[] }

/**
 * How far a payment that was collected by the provider has come to the bank account, from the payouts that carry it or its
 * refund. Money that went on to a connected account reaches the bank by a payout of that account, and not by the platform's.
 */
export function payoutStep<P extends Carried>(
  payment: Paid,
  payouts: readonly P[],
): { payout: P | null; note: string; done: boolean } {
  const wentOn = payment.ledger.some(({ lines }) =>
    lines.some(({ ledger_account }) => ledger_account === 'connected_balance'),
  )
  const carrying = payouts
    .filter(({ destination }) => !wentOn || destination !== null)
    .toSorted((one, other) => one.arrives_on.localeCompare(other.arrives_on))
  // The first one carries the payment; a later one may carry its refund.
  const payout = carrying.find(({ state }) => state !== 'failed' && state !== 'canceled')
  if (!payout) {
    const failed = carrying.find(({ state }) => state === 'failed') ?? null
    return { payout: failed, note: failed ? 'accredito non riuscito' : 'non ancora sul conto', done: false }
  }
  if (payout.state !== 'paid') return { payout, note: 'in transito verso il conto', done: false }
  if (!payout.posted) return { payout, note: 'arrivato, da riconoscere', done: false }
  const givenBack = payment.state === 'refunded' || payment.state === 'partly_refunded'
  return {
    payout,
    note: givenBack ? 'nell’accredito, al netto del rimborso' : 'sul conto del condominio',
    done: true,
  }
}
