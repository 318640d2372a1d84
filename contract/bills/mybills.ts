import { billStates } from '@saldo/domain/bills/bill'
import { mostGroups, mostTogether } from '@saldo/domain/payments/pay-together'
import { cardBrands } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import { endpoint, LinkToken, recordOfId } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { page } from '../list.ts'
import { sourceTypes } from '../payments/sources.ts'
import { BillAutopay } from './bill-autopay.ts'
import { Instalment } from './bills.ts'
import { Asker, PayOnline, Transfer } from './mybill.ts'

/** One of the caller's own bills that can be paid now. Money in cents. */
export const MyBill = z
  .object({
    bill_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    number: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    next_due_date: fields.StoredDay.nullable().meta({ description: 'Of the oldest unsettled instalment' }),
    payable: z.number().meta({ description: 'Cents that can be paid, at most: the residue' }),
    due_now: z.number().meta({ description: 'The overdue part, else what remains of the next instalment' }),
    state: z.enum(billStates),
    token: z.string().meta({ description: 'Opens /mybill/{token}, to pay the bill alone' }),
    autopay: BillAutopay.nullable().meta({ description: 'The autopay that covers it' }),
  })
  .meta({ id: 'MyBill' })
export type MyBill = z.infer<typeof MyBill>

export const listMyBills = endpoint('GET /v1/mybills', {
  summary: 'One’s own bills that can be paid, the oldest due first, a page at a time',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  query: z.object({
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  reply: page(MyBill),
})

export const MyOwed = z
  .object({
    today: fields.Day.meta({ description: 'The day of these sums, in Rome' }),
    residue: z.number().meta({ description: 'Cents still asked for, what is under way included' }),
    overdue: z.number().meta({ description: 'Of the residue, what was due before today' }),
    due_now: z.number().meta({ description: 'The sum of what is due now of each bill' }),
    pending: z.number().meta({ description: 'Of the residue, what payments under way hold' }),
    payable_now: z
      .number()
      .meta({ description: 'Of what is due now, that of bills without a payment under way' }),
    to_confirm: z
      .number()
      .meta({ description: 'Of what is under way, what waits for the payer’s own approval' }),
    late_since: fields.StoredDay.nullable().meta({ description: 'The day of the oldest overdue instalment' }),
    next: z
      .object({ due_date: fields.StoredDay, amount: z.number() })
      .nullable()
      .meta({ description: 'What falls due on the first day from today on' }),
    has_bills: z.boolean().meta({ description: 'Whether a bill was ever issued to the caller' }),
  })
  .meta({ id: 'MyOwed' })
export type MyOwed = z.infer<typeof MyOwed>

export const getMyOwed = endpoint('GET /v1/mybills/owed', {
  summary: 'What one owes now over all own bills, what is late and what comes; cents',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  reply: MyOwed,
})

/** A saved card or account of the payer, with the reason if it cannot pay these bills. */
const SavedToPay = z.object({
  source_id: z.number(),
  type: z.enum(sourceTypes),
  brand: z.enum(cardBrands).nullable(),
  last4: z.string().nullable(),
  exp_month: z.number().nullable(),
  exp_year: z.number().nullable(),
  is_default: z.boolean(),
  why_not: z.string().nullable().meta({ description: 'Null: it can pay them, by source_id of the charge' }),
})
export type SavedToPay = z.infer<typeof SavedToPay>

/** Everything that a form needs to pay bills of one person in one condominium at once. Money in cents. */
const GroupToPay = z.object({
  account_id: z.number(),
  subject_id: z.number(),
  asker: Asker,
  subject_nominative: z.string(),
  bills: z
    .array(
      z.object({
        bill_id: z.number(),
        number: z.string(),
        description: z.string(),
        unit: z.string().nullable(),
        state: z.enum(billStates),
        due_date: fields.StoredDay.nullable(),
        payable: z.number(),
        due_now: z.number(),
        token: z.string(),
        instalments: z.array(Instalment),
      }),
    )
    .meta({ description: 'The oldest due first' }),
  payable: z.number().meta({ description: 'The residue of all of them' }),
  due_now: z.number().meta({ description: 'What is due now of all of them' }),
  today: fields.Day.meta({ description: 'The day of these sums, in Rome' }),
  minimum_payment: z.number().nullable().meta({
    description: 'The least that may be paid at a time; null: whole instalments only',
  }),
  credit: z.number().meta({ description: 'What was paid in excess to this condominium' }),
  pay: PayOnline.nullable(),
  saved: z.array(SavedToPay).meta({ description: 'The payer’s saved methods, the default first' }),
  transfers: z
    .array(z.object({ bill_id: z.number(), transfer: Transfer }))
    .meta({ description: 'How to transfer what is due now of each bill; empty where there is no account' }),
  not_payable_reason: z.string().nullable(),
  email_hint: z.string().nullable(),
})
export type GroupToPay = z.infer<typeof GroupToPay>

export const MyBillsTogether = z
  .object({
    today: fields.Day.meta({ description: 'The day of these sums, in Rome' }),
    payable: z.number(),
    due_now: z.number(),
    groups: z.array(GroupToPay).meta({
      description: 'One payment each: the money of a condominium goes to its own account (art. 1129 c.c.)',
    }),
    left_out: z.number().meta({ description: 'Bills that can be paid, besides: more than one act takes' }),
    not_payable: z
      .array(
        z.object({
          bill_id: z.number(),
          number: z.string(),
          account_name: z.string(),
          why: z.string().meta({ description: 'Italian sentence' }),
        }),
      )
      .meta({
        description: 'Those of `ids` in none of the groups: paid meanwhile, under way, or not to be paid',
      }),
  })
  .meta({ id: 'MyBillsTogether' })
export type MyBillsTogether = z.infer<typeof MyBillsTogether>

export const getMyBillsTogether = endpoint('GET /v1/mybills/together', {
  summary:
    'What it takes to pay these bills, or everything that is due now, in one go: a payment per condominium. What cannot be ' +
    'paid is named with the reason, and keeps none of the others back',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  query: z.object({
    ids: z
      .string('Di’ quali bollette vuoi pagare.')
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Di’ quali bollette vuoi pagare.')
      .register(recordOfId, { record: 'bill' })
      .transform((text) => [...new Set(text.split(',').map(Number))])
      .refine(
        (ids) => ids.length <= mostTogether * mostGroups,
        `Si pagano insieme al massimo ${mostTogether * mostGroups} bollette.`,
      )
      .optional()
      .meta({ description: 'Ids, separated by commas; left out: everything that is due now' }),
    link: LinkToken.optional().meta({
      description:
        'Instead of `ids`: the token of the bill’s link, as its reader has it. The session says whose bill it is',
    }),
  }),
  reply: MyBillsTogether,
  refuses: { 404: 'one of the bills does not exist, or is not yours' },
})
