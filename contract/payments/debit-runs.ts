import { debitStates } from '@saldo/domain/sepa/debit'
import { debitRunStates, whyNotDebited } from '@saldo/domain/sepa/debit-run'
import { sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints, page } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    debit_run: true
  }
}

/** Debits of one condominium, presented to its bank in one file (*distinta*). Money in cents. */

export const debitOrderFormats = ['pain.008.001.02', 'pain.008.001.08'] as const
export type DebitOrderFormat = (typeof debitOrderFormats)[number]

export const DebitRun = z
  .object({
    run_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    collect_on: fields.StoredDay,
    state: z.enum(debitRunStates),
    format: z.enum(debitOrderFormats),
    message_id: z.string().nullable().meta({ description: 'Of the file, once it is made' }),
    flow_id: z
      .number()
      .nullable()
      .meta({ description: 'The file: made here, or loaded from another program' }),
    loaded: z.boolean().meta({ description: 'Another program presented it' }),
    count: z.number(),
    amount: z.number(),
    waiting: z.number().meta({ description: 'Cents announced or presented, not answered yet' }),
    collected: z.number().meta({ description: 'Cents that arrived and did not come back' }),
    rejected: z.number().meta({ description: 'Cents that the banks refused before settlement' }),
    returned: z.number().meta({ description: 'Cents that came back after settlement' }),
    cancelled: z.number().meta({ description: 'Cents that were never presented' }),
    created_by_name: z.string().nullable(),
    created_at: fields.Instant,
    presented_at: fields.Instant.nullable(),
  })
  .meta({ id: 'DebitRun' })
export type DebitRun = z.infer<typeof DebitRun>

export const {
  list: listDebitRuns,
  summarise: summariseDebitRuns,
  export: exportDebitRuns,
} = listEndpoints('debit-runs', {
  records: 'Debits presented to banks, by file',
  record: 'debit_run',
  allow: staff,
  permission: 'debits:read',
  scope: 'accounts',
  row: DebitRun,
  totals: z.object({ count: z.number(), amount: z.number() }),
  sorts: ['collect_on', 'created_at', 'account_name'],
  columns: [
    'collect_on',
    'account_name',
    'state',
    'count',
    'amount',
    'collected',
    'rejected',
    'returned',
    'message_id',
    'created_at',
  ],
  filters: {
    state: anyOf(debitRunStates),
    account_id: Id('account').optional(),
    ...dayRange('collect_on'),
  },
})

const toRead = { allow: staff, permission: 'debits:read', scope: 'accounts' } as const
const toWrite = { allow: staff, permission: 'debits:write', scope: 'accounts' } as const
const notThere = 'no such run, or not yours'

const RunBlock = z.object({
  sequence: z.enum(sequenceTypes),
  count: z.number(),
  amount: z.number(),
})
export const DebitRunDetail = DebitRun.extend({
  blocks: z.array(RunBlock),
  last_presentation_on: fields.StoredDay.meta({
    description: 'The last day on which the bank takes the file for this collection day',
  }),
  why_not_present: z
    .string()
    .nullable()
    .meta({ description: 'Why the file cannot be made now, as a sentence; null: it can, or it was' }),
  why_not_cancel: z.string().nullable(),
}).meta({ id: 'DebitRunDetail' })
export type DebitRunDetail = z.infer<typeof DebitRunDetail>

/** Which bills: those named, else all of the condominium that are due by a day. */
const chosen = {
  account_id: Id('account'),
  bill_ids: z.array(Id('bill')).min(1).max(10_000).optional().meta({
    description: 'Left out: all bills of the condominium whose payer has a mandate there',
  }),
  due_to: fields.Day.optional().meta({
    description: 'Only instalments due by this day; left out: by the collection day',
  }),
  collect_on: fields.Day.optional().meta({
    description: 'Moved to the next day on which banks settle; left out: the first that the notice allows',
  }),
  told_otherwise: z.boolean().optional().meta({
    description: 'The office tells the payers who have no e-mail address by itself: else they are excluded',
  }),
}

export const RunLine = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  subject_id: z.number(),
  subject_nominative: z.string(),
  amount: z.number().meta({ description: 'Cents' }),
})
export const ExcludedLine = RunLine.extend({
  reason: z.enum(Object.keys(whyNotDebited) as [keyof typeof whyNotDebited]),
  why: z.string().meta({ description: 'The reason as a sentence' }),
})
export type ExcludedLine = z.infer<typeof ExcludedLine>
export const IncludedLine = RunLine.extend({
  mandate_id: z.number(),
  umr: z.string(),
  iban: z.string().meta({ description: 'Masked' }),
  sequence: z.enum(sequenceTypes),
  instalments: z.number(),
  email_hint: z.string().nullable(),
})
export type IncludedLine = z.infer<typeof IncludedLine>

export const previewDebitRun = endpoint('POST /v1/debit-runs/preview', {
  summary: 'Which bills a run would debit, how much, and which are left out and why',
  allow: staff,
  permission: 'debits:read',
  scope: 'accounts',
  body: z.object(chosen),
  reply: z.object({
    account_id: z.number(),
    account_name: z.string(),
    collect_on: fields.StoredDay,
    first_collect_on: fields.StoredDay.meta({ description: 'The first day that the notice allows' }),
    why_not: z.string().nullable().meta({
      description: 'Why this condominium cannot present debits at all, as a sentence',
    }),
    count: z.number(),
    amount: z.number(),
    blocks: z.array(RunBlock),
    included: z.array(IncludedLine),
    excluded: z.array(ExcludedLine).meta({
      description: 'Of a whole condominium, 200 bills without a mandate at most',
    }),
    excluded_count: z.number().meta({ description: 'How many are excluded, also those not listed' }),
  }),
  refuses: { 404: 'condominium or bill not yours' },
})

export const createDebitRun = endpoint('POST /v1/debit-runs', {
  summary: 'Make a run and announce its debits to the payers by mail; nothing is presented yet',
  ...toWrite,
  headers: idempotencyHeaders('the same run'),
  body: z.object({
    ...chosen,
    format: z.enum(debitOrderFormats).default('pain.008.001.08'),
    presumed: z
      .object({ count: z.number().int(), amount: z.number().int() })
      .optional()
      .meta({ description: 'As the preview said: another result is refused' }),
  }),
  status: 201,
  reply: DebitRunDetail,
  refuses: {
    400: 'the collection day is too near',
    404: 'condominium or bill not yours',
    409: 'nothing to debit, not what the preview said, or the condominium lacks its creditor identifier or IBAN',
  },
})

export const getDebitRun = endpoint('GET /v1/debit-runs/{id}', {
  summary: 'One run',
  ...toRead,
  params: IdParams('debit_run'),
  reply: DebitRunDetail,
  refuses: { 404: notThere },
})

export const RunDebit = z
  .object({
    debit_id: z.number(),
    bill_id: z.number(),
    bill_number: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    mandate_id: z.number(),
    umr: z.string(),
    iban: z.string().meta({ description: 'Masked' }),
    sequence: z.enum(sequenceTypes),
    end_to_end_id: z.string(),
    amount: z.number(),
    state: z.enum(debitStates),
    notified_at: fields.Instant.nullable(),
    payment_id: z.number().nullable(),
    failure_code: z.string().nullable().meta({ description: 'ISO 20022 reason, such as AM04' }),
    failure_reason: z.string().nullable().meta({ description: 'The reason as a sentence' }),
    came_back: z.boolean().meta({ description: 'After settlement: returned, not rejected' }),
    cancel_reason: z.string().nullable(),
    retry_on: fields.StoredDay.nullable().meta({ description: 'Tried again on this day' }),
  })
  .meta({ id: 'RunDebit' })
export type RunDebit = z.infer<typeof RunDebit>
export const listRunDebits = endpoint('GET /v1/debit-runs/{id}/debits', {
  summary: 'The debits of a run, a page at a time',
  ...toRead,
  params: IdParams('debit_run'),
  query: z.object({
    state: anyOf(debitStates),
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  reply: page(RunDebit),
  refuses: { 404: notThere },
})

export const presentDebitRun = endpoint('POST /v1/debit-runs/{id}/present', {
  summary:
    'Make the file for the bank: from now on its debits are under way and hold their instalments. Debits that are no longer ' +
    'due, or whose notice did not leave in time, are cancelled with the reason',
  ...toWrite,
  step_up: true,
  params: IdParams('debit_run'),
  reply: DebitRunDetail,
  refuses: {
    404: notThere,
    409: 'presented or cancelled already, too late for its day, or no debit is left',
  },
})
export const cancelDebitRun = endpoint('POST /v1/debit-runs/{id}/cancel', {
  summary:
    'Cancel a run: before it is presented, or, with `not_sent`, after, when the office did not send the file to the bank',
  ...toWrite,
  params: IdParams('debit_run'),
  body: z.object({ not_sent: z.boolean().optional() }).prefault({}),
  reply: DebitRunDetail,
  refuses: { 404: notThere, 409: 'presented, settled or cancelled already' },
})

/** What the bank says of a presented debit, entered by hand when no file says it. */
export const recordDebitOutcome = endpoint('POST /v1/debits/outcome/{id}', {
  summary: 'Record by hand what the bank says of a presented debit: it arrived, was refused, or came back',
  ...toWrite,
  step_up: true,
  params: IdParams('debit'),
  body: z.object({
    outcome: z.enum(['settled', 'rejected', 'returned'], 'Scegli l’esito.'),
    day: fields.Day.meta({ description: 'On the bank’s statement' }),
    reason: z
      .string()
      .regex(/^[A-Z0-9]{4}$/, 'Il motivo è un codice come AM04.')
      .optional()
      .meta({ description: 'ISO 20022 code; left out: the bank did not say (MS03)' }),
    fee: fields.Cents.min(0).optional().meta({ description: 'Cents that the bank charges for the return' }),
  }),
  reply: RunDebit,
  refuses: {
    404: 'no such debit, or not yours',
    409: 'not presented to a bank, already recorded, or the period is closed',
  },
})
