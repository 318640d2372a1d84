import { creditRefundStates, ibanOrigins } from '@saldo/domain/payments/credit-refund'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    credit: true
    credit_refund: true
    transfer_order: true
  }
}

/** Credits of payers, and the transfers that give them back (pain.001). Money in cents. */

const toRead = { allow: staff, permission: 'payments:read', scope: 'accounts' } as const
const toWrite = { allow: staff, permission: 'payments:write', scope: 'accounts' } as const

/** What a condominium owes to a person: money received that settles nothing yet. */
export const Credit = z
  .object({
    credit_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    who: z.string(),
    balance: z.number(),
    held: z.number().meta({ description: 'The part that is being given back' }),
    free: z.number().meta({ description: 'The part that can be used or given back' }),
  })
  .meta({ id: 'Credit' })
export type Credit = z.infer<typeof Credit>

export const {
  list: listCredits,
  summarise: summariseCredits,
  export: exportCredits,
} = listEndpoints('credits', {
  records: 'Credits of payers',
  record: 'credit',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: Credit,
  totals: z.object({ count: z.number(), balance: z.number(), held: z.number() }),
  sorts: ['balance', 'who'],
  columns: ['who', 'account_name', 'balance', 'held', 'free'],
  filters: { account_id: Id('account').optional(), subject_id: Id('subject').optional() },
})

export const ProposedIban = z.object({
  from: z.enum(ibanOrigins),
  iban: z.string().meta({ description: 'Masked' }),
  holder: z.string(),
  day: fields.StoredDay.nullable().meta({ description: 'Of the transfer, or of the mandate’s signature' }),
})
export const CreditDetail = Credit.extend({
  ibans: z.array(ProposedIban).meta({
    description: 'Accounts of the person that are known: of their last transfer, and of their mandate',
  }),
  text: z.string().meta({ description: 'What the payer would read on the statement' }),
  why_not: z.string().nullable().meta({ description: 'Why it cannot be given back by file, as a sentence' }),
}).meta({ id: 'CreditDetail' })
export type CreditDetail = z.infer<typeof CreditDetail>

export const getCredit = endpoint('GET /v1/credits/{id}', {
  summary: 'A credit, and the accounts to which it may be given back',
  ...toRead,
  params: IdParams('credit'),
  reply: CreditDetail,
  refuses: { 404: 'no such credit, or not yours' },
})

export const CreditRefund = z
  .object({
    credit_refund_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    who: z.string(),
    amount: z.number(),
    beneficiary: z.string(),
    iban: z.string().meta({ description: 'Masked' }),
    iban_from: z.enum(ibanOrigins),
    text: z.string(),
    end_to_end_id: z.string(),
    state: z.enum(creditRefundStates),
    order_id: z.number().nullable(),
    execute_on: fields.StoredDay.nullable().meta({ description: 'The day asked of the bank' }),
    flow_id: z.number().nullable().meta({ description: 'The file of its order' }),
    executed_on: fields.StoredDay.nullable(),
    returned_on: fields.StoredDay.nullable(),
    failure_code: z.string().nullable(),
    failure_reason: z.string().nullable().meta({ description: 'The code as a sentence' }),
    actor: z.string(),
    created_at: fields.Instant,
  })
  .meta({ id: 'CreditRefund' })
export type CreditRefund = z.infer<typeof CreditRefund>

export const {
  list: listCreditRefunds,
  summarise: summariseCreditRefunds,
  export: exportCreditRefunds,
} = listEndpoints('credit-refunds', {
  records: 'Credits given back by bank transfer',
  record: 'credit_refund',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: CreditRefund,
  totals: z.object({ count: z.number(), amount: z.number() }),
  sorts: ['created_at', 'amount'],
  columns: [
    'created_at',
    'who',
    'account_name',
    'amount',
    'state',
    'execute_on',
    'executed_on',
    'end_to_end_id',
    'text',
    'actor',
  ],
  filters: {
    state: anyOf(creditRefundStates),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    order_id: Id('transfer_order').optional(),
  },
})

export const refundCredit = endpoint('POST /v1/credit-refunds', {
  summary: 'Give a credit back, wholly or in part: it is held until an order to the bank gives it back',
  ...toWrite,
  // Money goes out, to an account that somebody may have typed.
  step_up: true,
  headers: idempotencyHeaders('the same refund'),
  body: z.object({
    credit_id: Id('credit'),
    amount: fields.PositiveCents,
    iban_from: z.enum(ibanOrigins, 'Scegli il conto a cui restituire.'),
    iban: fields.OptionalIban.meta({ description: 'Only if typed' }),
    beneficiary: fields
      .optionalText(70)
      .meta({ description: 'Holder of a typed IBAN; left out: the person' }),
    text: fields.text(140, 'Scrivi la causale.'),
  }),
  status: 201,
  reply: CreditRefund,
  refuses: {
    404: 'no such credit, or not yours',
    409: 'more than is free, the IBAN is blocked, or no account of this origin is known',
  },
})

export const cancelCreditRefund = endpoint('POST /v1/credit-refunds/{id}/cancel', {
  summary: 'Cancel a refund that is in no file yet: the credit is free again',
  ...toWrite,
  params: IdParams('credit_refund'),
  reply: CreditRefund,
  refuses: { 404: 'no such refund, or not yours', 409: 'in a file, or answered already' },
})

export const recordCreditRefundOutcome = endpoint('POST /v1/credit-refunds/{id}/outcome', {
  summary: 'Record by hand what the bank did with an ordered refund: paid, rejected, or the money came back',
  ...toWrite,
  step_up: true,
  params: IdParams('credit_refund'),
  body: z.object({
    outcome: z.enum(['executed', 'rejected', 'returned'], 'Scegli l’esito.'),
    day: fields.Day.meta({ description: 'On the bank’s statement' }),
  }),
  reply: CreditRefund,
  refuses: {
    400: 'a day in the future, or before the file was made',
    404: 'no such refund, or not yours',
    409: 'not ordered, answered already, or the period is closed',
  },
})

export const TransferOrder = z
  .object({
    order_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    execute_on: fields.StoredDay,
    state: z.enum(['made', 'cancelled']),
    format: z.enum(['pain.001.001.03', 'pain.001.001.09']),
    message_id: z.string(),
    flow_id: z.number().nullable(),
    count: z.number(),
    amount: z.number(),
    actor: z.string(),
    created_at: fields.Instant,
  })
  .meta({ id: 'TransferOrder' })
export type TransferOrder = z.infer<typeof TransferOrder>

export const createTransferOrder = endpoint('POST /v1/transfer-orders', {
  summary: 'Make the file (pain.001) by which the condominium’s bank executes these refunds',
  ...toWrite,
  step_up: true,
  headers: idempotencyHeaders('the same order'),
  body: z.object({
    account_id: Id('account'),
    credit_refund_ids: z.array(Id('credit_refund')).min(1, 'Scegli che cosa disporre.').max(1000),
    execute_on: fields.Day.optional().meta({
      description: 'A day on which banks settle; left out: the next',
    }),
    format: z.enum(['pain.001.001.03', 'pain.001.001.09']).default('pain.001.001.09'),
  }),
  status: 201,
  reply: TransferOrder,
  refuses: {
    400: 'a day in the past, or on which banks are closed',
    404: 'condominium or refund not yours',
    409: 'the condominium has no IBAN, a refund is of another one or in a file already, or its IBAN was blocked',
  },
})

export const getTransferOrder = endpoint('GET /v1/transfer-orders/{id}', {
  summary: 'An order of transfers',
  ...toRead,
  params: IdParams('transfer_order'),
  reply: TransferOrder,
  refuses: { 404: 'no such order, or not yours' },
})

export const cancelTransferOrder = endpoint('POST /v1/transfer-orders/{id}/cancel', {
  summary: 'Cancel an order whose file the office did not send to the bank: the credits are free again',
  ...toWrite,
  params: IdParams('transfer_order'),
  body: z.object({ not_sent: z.boolean().optional() }).prefault({}),
  reply: TransferOrder,
  refuses: { 404: 'no such order, or not yours', 409: 'not confirmed as not sent, or answered by the bank' },
})
