import { cardBrands } from '@saldo/domain/payments/payment-method'
import { debitStates } from '@saldo/domain/sepa/debit'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'
import { sourceTypes } from './sources.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    debit: true
  }
}

const payers = ['consumer', ...staff] as const

export const Debit = z
  .object({
    debit_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    bill_id: z.number(),
    bill_number: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    source_id: z.number().nullable().meta({ description: 'Null: presented to the bank, by a mandate' }),
    mandate_id: z.number().nullable().meta({ description: 'Null: made by the provider, from a source' }),
    run_id: z.number().nullable().meta({ description: 'The run in which it goes to the bank' }),
    source_type: z.enum(sourceTypes),
    brand: z.enum(cardBrands).nullable(),
    last4: z.string().nullable(),
    umr: z.string().nullable(),
    amount: z.number(),
    collect_on: fields.StoredDay,
    state: z.enum(debitStates),
    tries: z.number(),
    retry_of: z.number().nullable(),
    notified_at: fields.Instant.nullable(),
    payment_id: z.number().nullable(),
    failure_code: z.string().nullable(),
    failure_reason: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'Debit' })
export type Debit = z.infer<typeof Debit>

export const {
  list: listDebits,
  summarise: summariseDebits,
  export: exportDebits,
} = listEndpoints('debits', {
  records: 'Collections from saved sources and by mandates at the bank, planned and past',
  record: 'debit',
  allow: payers,
  permission: 'debits:read',
  scope: 'accounts',
  row: Debit,
  totals: z.object({
    count: z.number(),
    amount: z.number(),
    pending: z.number().meta({ description: 'Cents planned or under way' }),
    collected: z.number(),
    failed: z.number(),
  }),
  sorts: ['collect_on', 'amount', 'subject_nominative', 'account_name'],
  columns: [
    'collect_on',
    'subject_nominative',
    'account_name',
    'bill_number',
    'source',
    'umr',
    'amount',
    'state',
    'tries',
    'failure_reason',
  ],
  filters: {
    state: anyOf(debitStates),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    bill_id: Id('bill').optional(),
    source_id: Id('source').optional(),
    mandate_id: Id('mandate').optional(),
    ...dayRange('collect_on'),
    ...centsRange('amount'),
  },
})
export const planDebit = endpoint('POST /v1/debits', {
  summary: 'Plan the collection of what a bill still asks from a saved source of its subject',
  allow: payers,
  permission: 'debits:write',
  scope: 'accounts',
  body: z.object({
    bill_id: Id('bill'),
    source_id: Id('source'),
    instalment_ids: z
      .array(Id('instalment'))
      .min(1)
      .max(60)
      .optional()
      .meta({ description: 'Left out: all that is due' }),
    collect_on: fields.Day.optional().meta({
      description: 'Moved to the next day on which banks settle; left out: the first day the notice allows',
    }),
  }),
  status: 201,
  reply: Debit,
  refuses: {
    404: 'no such bill or source, or not yours',
    409: 'nothing to collect, already planned, or the source cannot be used for this bill',
  },
})
export const cancelDebit = endpoint('POST /v1/debits/cancel/{id}', {
  summary: 'Cancel a debit that has not been started',
  allow: payers,
  permission: 'debits:write',
  scope: 'accounts',
  params: IdParams('debit'),
  reply: Debit,
  refuses: { 404: 'no such debit, or not yours', 409: 'already started' },
})
