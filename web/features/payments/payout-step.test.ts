import { describe, expect, it } from 'vitest'
import { payoutStep } from './payout-step.ts'

const payout = (of: Partial<Parameters<typeof payoutStep>[1][number]> = {}) => ({
  ...{ payout_id: 1, state: 'paid' as const, arrives_on: '2026-11-20', destination: null, posted: true },
  ...of,
})
const payment = (of: { state?: 'succeeded' | 'refunded'; accounts?: string[] } = {}) => ({
  state: of.state ?? ('succeeded' as const),
  ledger: [{ lines: (of.accounts ?? ['provider_transit']).map((ledger_account) => ({ ledger_account })) }],
})

describe('where the money of a payment is', () => {
  it.each([
    ['in no payout yet', payment(), [], null, 'non ancora sul conto', false],
    ['on its way', payment(), [payout({ state: 'in_transit' })], 1, 'in transito verso il conto', false],
    ['arrived', payment(), [payout()], 1, 'sul conto del condominio', true],
    [
      'arrived with others that nobody knows',
      payment(),
      [payout({ posted: false })],
      1,
      'arrivato, da riconoscere',
      false,
    ],
    ['in a payout that failed', payment(), [payout({ state: 'failed' })], 1, 'accredito non riuscito', false],
    [
      'in the payout that came after a failed one',
      payment(),
      [payout({ state: 'failed' }), payout({ payout_id: 2, arrives_on: '2026-11-24' })],
      2,
      'sul conto del condominio',
      true,
    ],
    [
      'in the first payout, whose refund is in a later one',
      payment({ state: 'refunded' }),
      [payout({ payout_id: 2, arrives_on: '2026-11-24' }), payout()],
      1,
      'nell’accredito, al netto del rimborso',
      true,
    ],
    [
      'still on the connected account, when the platform was paid out',
      payment({ accounts: ['provider_transit', 'connected_balance'] }),
      [payout()],
      null,
      'non ancora sul conto',
      false,
    ],
    [
      'paid out from the connected account',
      payment({ accounts: ['connected_balance'] }),
      [payout(), payout({ payout_id: 2, destination: 'acct_1', arrives_on: '2026-11-24' })],
      2,
      'sul conto del condominio',
      true,
    ],
  ])('%s', (_what, of, payouts, payout_id, note, done) => {
    const step = payoutStep(of, payouts)
    expect([step.payout?.payout_id ?? null, step.note, step.done]).toEqual([payout_id, note, done])
  })
})
