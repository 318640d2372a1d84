import { payoutLineClasses, payoutStates } from '@saldo/domain/payments/payout'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'
import { providerAccounts } from './payments.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    payout: true
    payout_line: true
  }
}

/** A customer's part of a payout. Without a customer only super users see it. In cents. */
export const Payout = z
  .object({
    payout_id: z.number(),
    provider_account: z.enum(providerAccounts),
    destination: z.string().nullable().meta({
      description: 'The connected account that was paid out; null: the platform’s balance',
    }),
    provider_object: z.string().meta({ description: 'po_…' }),
    customer_id: z.number().nullable(),
    state: z.enum(payoutStates),
    automatic: z.boolean(),
    made_on: fields.StoredDay,
    arrives_on: fields.StoredDay,
    amount: z.number(),
    matched: z.number().meta({ description: 'Of it, what is of payments that we know' }),
    unmatched: z.number(),
    explained: z.boolean().meta({
      description: 'The whole payout is made of what we know; until then nothing of it is posted',
    }),
    lines: z.number(),
    failure_code: z.string().nullable(),
    posted: z.boolean().meta({ description: 'In the ledger' }),
    read_at: fields.Instant,
  })
  .meta({ id: 'Payout' })
export type Payout = z.infer<typeof Payout>

export const {
  list: listPayouts,
  summarise: summarisePayouts,
  export: exportPayouts,
} = listEndpoints('payouts', {
  records: 'Payouts of the provider',
  record: 'payout',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  row: Payout,
  totals: z.object({ count: z.number(), amount: z.number(), matched: z.number(), unmatched: z.number() }),
  sorts: ['arrives_on', 'made_on', 'amount'],
  columns: [
    'provider_object',
    'made_on',
    'arrives_on',
    'state',
    'amount',
    'matched',
    'unmatched',
    'lines',
    'failure_code',
    'provider_account',
    'destination',
  ],
  filters: {
    ...dayRange('arrives_on'),
    ...centsRange('amount'),
    state: anyOf(payoutStates),
    provider_account: anyOf(providerAccounts),
    matching: z.enum(['explained', 'unexplained']).optional(),
    payment_id: Id('payment').optional().meta({ description: 'Those that hold something of this payment' }),
  },
})

/** A balance line of a payout. In cents. */
export const PayoutLine = z
  .object({
    line_id: z.number(),
    movement_id: z.string(),
    class: z.enum(payoutLineClasses),
    type: z.string().meta({ description: 'As the provider calls it' }),
    day: fields.StoredDay,
    account_id: z.number().nullable(),
    account_name: z.string().nullable(),
    payment_id: z.number().nullable(),
    who: z.string().nullable(),
    bill_number: z.string().nullable(),
    amount: z.number(),
    fee: z.number(),
    net: z.number(),
  })
  .meta({ id: 'PayoutLine' })
export type PayoutLine = z.infer<typeof PayoutLine>

export const getPayout = endpoint('GET /v1/payouts/{id}', {
  summary: 'One payout, and what it brings each condominium',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  params: IdParams('payout'),
  reply: Payout.extend({
    accounts: z.array(
      z.object({
        account_id: z.number().nullable(),
        account_name: z.string().nullable(),
        lines: z.number(),
        amount: z.number(),
        fee: z.number(),
        net: z.number(),
      }),
    ),
  }),
  refuses: { 404: 'no such payout, or not yours' },
})

export const {
  list: listPayoutLines,
  summarise: summarisePayoutLines,
  export: exportPayoutLines,
} = listEndpoints('payouts/lines', {
  records: 'What a payout holds',
  record: 'payout_line',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  row: PayoutLine,
  totals: z.object({ count: z.number(), amount: z.number(), fee: z.number(), net: z.number() }),
  sorts: ['day', 'net'],
  columns: [
    'day',
    'class',
    'account_name',
    'who',
    'payment_id',
    'bill_number',
    'amount',
    'fee',
    'net',
    'movement_id',
  ],
  filters: {
    payout_id: Id('payout'),
    account_id: Id('account').optional(),
    class: anyOf(payoutLineClasses),
  },
})

export const readPayouts = endpoint('POST /v1/payouts/read', {
  summary: 'Ask the provider for its payouts now, in the background',
  allow: staff,
  permission: 'payments:write',
  scope: 'whole_office',
  status: 202,
  reply: z.object({ asked: z.boolean() }),
  impersonation: 'unneeded',
})
