import { itemClasses, itemKinds, itemStates } from '@saldo/domain/accounting/reconciliation'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, inOrder, listEndpoints, page } from '../list.ts'
import { providerAccounts } from '../payments/payments.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    reconciliation_day: true
    reconciliation_item: true
    reconciliation_run: true
  }
}

/** A day's totals in each of the three books, in cents. If they are equal, nothing needs an explanation. */
const totals = {
  movements: z.number(),
  provider_amount: z.number().meta({ description: 'Taken less given back, as the provider’s book says' }),
  provider_fee: z.number(),
  our_amount: z.number().meta({ description: 'The same as our payments, refunds and disputes say' }),
  ledger_amount: z.number().meta({ description: 'The same as the ledger says' }),
  ledger_fee: z.number(),
  unexplained: z.number().meta({ description: 'Sum of what is not explained, whatever its sign' }),
  open_items: z.number(),
  checked_at: fields.Instant,
}

export const ReconciliationDay = z
  .object({ day: fields.StoredDay, accounts: z.number().meta({ description: 'Condominiums' }), ...totals })
  .meta({ id: 'ReconciliationDay' })
export type ReconciliationDay = z.infer<typeof ReconciliationDay>

/** One condominium's day at one provider account. Without a condominium only super users see it. */
export const ReconciliationRow = z
  .object({
    day_id: z.number(),
    day: fields.StoredDay,
    provider_account: z.enum(providerAccounts),
    customer_id: z.number().nullable(),
    customer_name: z.string().nullable(),
    account_id: z.number().nullable(),
    account_name: z.string().nullable(),
    ...totals,
  })
  .meta({ id: 'ReconciliationRow' })
export type ReconciliationRow = z.infer<typeof ReconciliationRow>

/** A difference: open, explained or resolved. For a fee, the amounts are fees. */
export const ReconciliationItem = z
  .object({
    item_id: z.number(),
    kind: z.enum(itemKinds),
    class: z.enum(itemClasses),
    day: fields.StoredDay,
    provider_account: z.enum(providerAccounts),
    customer_id: z.number().nullable(),
    account_id: z.number().nullable(),
    account_name: z.string().nullable(),
    payment_id: z.number().nullable(),
    bill_number: z.string().nullable(),
    subject_nominative: z.string().nullable(),
    movement_id: z.string().nullable().meta({ description: 'In the provider’s book, txn_…' }),
    provider_object: z.string().nullable().meta({ description: 'Payment intent or charge at the provider' }),
    provider_amount: z.number(),
    our_amount: z.number(),
    ledger_amount: z.number(),
    difference: z.number(),
    gap: z.number().meta({ description: 'The same without its sign' }),
    state: z.enum(itemStates),
    reason: z.string().nullable(),
    explained_by: z.string().nullable(),
    explained_at: fields.Instant.nullable(),
    found_at: fields.Instant,
    resolved_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ReconciliationItem' })
export type ReconciliationItem = z.infer<typeof ReconciliationItem>

export const runStates = ['queued', 'running', 'done', 'failed'] as const
export const ReconciliationRun = z
  .object({
    run_id: z.number(),
    started_by: z.enum(['night', 'person', 'start']),
    from_day: fields.StoredDay,
    to_day: fields.StoredDay,
    state: z.enum(runStates),
    progress: z.object({ done: z.number(), total: z.number().nullable() }),
    failure: z.string().nullable().meta({ description: 'Italian sentence' }),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ReconciliationRun' })
export type ReconciliationRun = z.infer<typeof ReconciliationRun>

const flag = z.preprocess(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
  z.boolean().optional(),
)

export const {
  list: listReconciliation,
  summarise: summariseReconciliation,
  export: exportReconciliation,
} = listEndpoints('reconciliation', {
  records: 'Days by condominium and provider account',
  record: 'reconciliation_day',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  row: ReconciliationRow,
  totals: z.object({
    count: z.number(),
    days: z.number(),
    provider_amount: z.number(),
    our_amount: z.number(),
    ledger_amount: z.number(),
    provider_fee: z.number(),
    unexplained: z.number(),
    open_items: z.number(),
    first_day: fields.StoredDay.nullable(),
    last_day: fields.StoredDay.nullable(),
  }),
  sorts: ['day', 'unexplained'],
  columns: [
    'day',
    'account_name',
    'provider_account',
    'movements',
    'provider_amount',
    'our_amount',
    'ledger_amount',
    'provider_fee',
    'ledger_fee',
    'unexplained',
    'open_items',
  ],
  filters: {
    ...dayRange('day'),
    account_id: Id('account').optional(),
    provider_account: anyOf(providerAccounts),
    open: flag,
  },
})

export const listReconciliationDays = endpoint('GET /v1/reconciliation/days', {
  summary: 'Days, newest first, each with its totals over condominiums and provider accounts',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  query: inOrder(
    z.object({
      ...dayRange('day'),
      account_id: Id('account').optional(),
      provider_account: anyOf(providerAccounts),
      open: flag.meta({ description: 'Only days with something unexplained' }),
      limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
      cursor: fields.Day.optional(),
    }),
  ),
  reply: page(ReconciliationDay),
})
const PartOfState = z.object({
  count: z.number(),
  amount: z.number().meta({ description: 'Sum of the differences, whatever their sign' }),
})

export const getReconciliationState = endpoint('GET /v1/reconciliation/state', {
  summary:
    'Whether the books agree, until when they were compared, and what is left, each part with its filter',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  query: inOrder(z.object({ ...dayRange('day'), account_id: Id('account').optional() })),
  reply: z
    .object({
      compared_to: fields.StoredDay.nullable().meta({
        description: 'Every day until this one was compared after it had ended; null: none yet',
      }),
      provider_amount: z.number(),
      ledger_amount: z.number(),
      unexplained: z.number(),
      open_items: z.number(),
      open: z.array(PartOfState.extend({ kind: z.enum(itemKinds) })).meta({
        description: 'The open items by kind, those with most first: `kind` and `state=open` filter them',
      }),
      explained: PartOfState.meta({ description: 'Explained items: the books still differ by them' }),
      payouts: PartOfState.nullable().meta({
        description:
          'Payouts that are not made of what we know; null of one condominium, as payouts are of the office',
      }),
    })
    .meta({ id: 'ReconciliationState' }),
})
export const getReconciliationDay = endpoint('GET /v1/reconciliation/days/{day}', {
  summary: 'One day',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  params: z.object({ day: fields.Day }),
  reply: ReconciliationDay.extend({
    matched: z.boolean().meta({ description: 'False: nobody compared it yet' }),
  }),
})

export const {
  list: listReconciliationItems,
  summarise: summariseReconciliationItems,
  export: exportReconciliationItems,
} = listEndpoints('reconciliation/items', {
  records: 'What is not explained, was, or has been resolved',
  record: 'reconciliation_item',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  row: ReconciliationItem,
  totals: z.object({ count: z.number(), unexplained: z.number() }),
  sorts: ['day', 'gap'],
  columns: [
    'day',
    'kind',
    'class',
    'account_name',
    'payment_id',
    'bill_number',
    'subject_nominative',
    'provider_amount',
    'our_amount',
    'ledger_amount',
    'difference',
    'state',
    'reason',
    'explained_by',
    'provider_object',
    'movement_id',
    'provider_account',
  ],
  filters: {
    ...dayRange('day'),
    ...centsRange('gap'),
    account_id: Id('account').optional(),
    payment_id: Id('payment').optional(),
    kind: anyOf(itemKinds),
    state: anyOf(itemStates),
    provider_account: anyOf(providerAccounts),
  },
})

const onItem = { allow: staff, params: IdParams('reconciliation_item'), reply: ReconciliationItem }
const refuses = { 404: 'no such item, or not yours' } as const

export const applyReconciliationItem = endpoint('POST /v1/reconciliation/items/{id}/apply', {
  permission: 'payments:write',
  scope: 'whole_office',
  summary: 'Ask the provider again, apply what it says, and compare anew',
  ...onItem,
  refuses: { ...refuses, 409: 'nothing to apply', 503: 'the provider does not answer' },
  impersonation: 'unneeded',
})
export const postReconciliationItem = endpoint('POST /v1/reconciliation/items/{id}/post', {
  permission: 'payments:write',
  scope: 'whole_office',
  summary: 'Write into the ledger what it lacks, or take back what it has too much',
  ...onItem,
  refuses: { ...refuses, 409: 'nothing to post' },
  impersonation: 'unneeded',
})
export const explainReconciliationItem = endpoint('POST /v1/reconciliation/items/{id}/explain', {
  permission: 'payments:write',
  scope: 'whole_office',
  summary: 'Say why it is as it is; kept with who and when',
  ...onItem,
  body: z.object({ reason: fields.text(500, 'Scrivi la spiegazione.') }),
  refuses: { ...refuses, 409: 'already explained or resolved' },
  impersonation: 'unneeded',
})
export const reopenReconciliationItem = endpoint('POST /v1/reconciliation/items/{id}/reopen', {
  permission: 'payments:write',
  scope: 'whole_office',
  summary: 'Take an explanation back',
  ...onItem,
  refuses: { ...refuses, 409: 'not explained' },
  impersonation: 'unneeded',
})

export const startReconciliation = endpoint('POST /v1/reconciliation/runs', {
  summary:
    'Compare the books of these days now, in the background; asked again while one is under way, that one',
  allow: staff,
  permission: 'payments:write',
  scope: 'whole_office',
  body: z
    .object({
      from: fields.Day.optional().meta({ description: 'Left out: yesterday' }),
      to: fields.Day.optional().meta({ description: 'Left out: today' }),
    })
    .prefault({}),
  status: 202,
  reply: ReconciliationRun,
  impersonation: 'unneeded',
})
export const listReconciliationRuns = endpoint('GET /v1/reconciliation/runs', {
  summary: 'The latest runs',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  query: z.object({ limit: z.coerce.number<number | string>().int().min(1).max(50).default(10) }),
  reply: z.array(ReconciliationRun),
})
export const getReconciliationRun = endpoint('GET /v1/reconciliation/runs/{id}', {
  summary: 'How a run stands',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  params: IdParams('reconciliation_run'),
  reply: ReconciliationRun,
  refuses: { 404: 'no such run, or not yours' },
})
