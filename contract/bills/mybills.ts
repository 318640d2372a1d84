import { billStates } from '@saldo/domain/bills/bill'
import { mostTogether } from '@saldo/domain/payments/pay-together'
import { z } from 'zod'
import { endpoint, recordOfId } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { page } from '../list.ts'
import { Instalment } from './bills.ts'
import { Asker, PayOnline } from './mybill.ts'

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

/** Everything that a form needs to pay several bills at once. Money in cents. */
export const MyBillsTogether = z
  .object({
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
    pay: PayOnline.nullable().meta({
      description: 'A bank transfer is of one bill, so it is not among these',
    }),
    not_payable_reason: z.string().nullable(),
    email_hint: z.string().nullable(),
  })
  .meta({ id: 'MyBillsTogether' })
export type MyBillsTogether = z.infer<typeof MyBillsTogether>

export const getMyBillsTogether = endpoint('GET /v1/mybills/together', {
  summary: 'What it takes to pay these bills in one go: one person’s, of one condominium (art. 1129 c.c.)',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  query: z.object({
    ids: z
      .string('Di’ quali bollette vuoi pagare.')
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Di’ quali bollette vuoi pagare.')
      .register(recordOfId, { record: 'bill' })
      .transform((text) => [...new Set(text.split(',').map(Number))])
      .refine((ids) => ids.length <= mostTogether, `Si pagano insieme al massimo ${mostTogether} bollette.`)
      .meta({ description: 'Ids, separated by commas' }),
  }),
  reply: MyBillsTogether,
  refuses: {
    404: 'one of the bills does not exist, or is not yours',
    409: 'not of one person and one condominium, or one of them cannot be paid',
  },
})
