import { billStates } from '@saldo/domain/bills/bill'
import { paymentStates } from '@saldo/domain/payments/payment'
import { cardBrands, paymentMethods } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import { endpoint, file, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

/** One of the caller's own payments. Money in cents. */
export const MyPayment = z
  .object({
    payment_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    bill_id: z.number(),
    bill_number: z.string(),
    description: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    method: z.enum(paymentMethods),
    brand: z.enum(cardBrands).nullable(),
    last4: z.string().nullable(),
    amount: z.number(),
    refunded: z.number(),
    state: z.enum(paymentStates),
    failure_reason: z.string().nullable().meta({ description: 'What the payer can do, in Italian' }),
    created_at: fields.Instant,
    settled_at: fields.Instant.nullable(),
    receipt_number: z.string().nullable().meta({ description: 'Null while the money has not arrived' }),
    result_token: z.string().meta({ description: 'Opens /checkout-result/{token}, with the receipt' }),
    bill_token: z.string().meta({ description: 'Opens /mybill/{token}' }),
    payable: z
      .number()
      .meta({ description: 'Cents of the bill that can be paid now: a failed one can be retried' }),
  })
  .meta({ id: 'MyPayment' })
export type MyPayment = z.infer<typeof MyPayment>

const ofOneself = { allow: ['consumer'], permission: null, scope: 'accounts' } as const

export const {
  list: listMyPayments,
  summarise: summariseMyPayments,
  export: exportMyPayments,
} = listEndpoints('mypayments', {
  records: 'One’s own payments',
  record: 'payment',
  ...ofOneself,
  row: MyPayment,
  totals: z.object({
    count: z.number(),
    amount: z.number().meta({ description: 'Cents that arrived, what was refunded taken off' }),
  }),
  sorts: ['created_at', 'amount', 'account_name'],
  columns: [
    'created_at',
    'settled_at',
    'account_name',
    'bill_number',
    'method',
    'amount',
    'refunded',
    'state',
    'receipt_number',
  ],
  filters: {
    state: anyOf(paymentStates),
    account_id: Id('account').optional(),
    ...dayRange('created_at'),
  },
})

/** One of the caller's own bills, paid ones too. Money in cents. */
export const MyIssuedBill = z
  .object({
    bill_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    number: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    issue_date: fields.StoredDay,
    next_due_date: fields.StoredDay.nullable(),
    amount: z.number(),
    settled: z.number(),
    residue: z.number(),
    state: z.enum(billStates),
    token: z.string().meta({ description: 'Opens /mybill/{token}' }),
  })
  .meta({ id: 'MyIssuedBill' })
export type MyIssuedBill = z.infer<typeof MyIssuedBill>

export const {
  list: listMyIssuedBills,
  summarise: summariseMyIssuedBills,
  export: exportMyIssuedBills,
} = listEndpoints('mybills/issued', {
  records: 'One’s own bills',
  record: 'bill',
  ...ofOneself,
  row: MyIssuedBill,
  totals: z.object({ count: z.number(), amount: z.number(), residue: z.number() }),
  sorts: ['issue_date', 'amount', 'account_name'],
  columns: [
    'number',
    'issue_date',
    'next_due_date',
    'account_name',
    'description',
    'unit',
    'amount',
    'settled',
    'residue',
    'state',
  ],
  filters: {
    state: anyOf(billStates),
    account_id: Id('account').optional(),
    ...dayRange('issue_date'),
  },
})

export const listMyStatements = endpoint('GET /v1/mystatements', {
  summary: 'Of which person in which condominium one has a statement, with what is owed there; cents',
  ...ofOneself,
  reply: z.object({
    statements: z.array(
      z.object({
        subject_id: z.number(),
        subject_nominative: z.string(),
        account_id: z.number(),
        account_name: z.string(),
        residue: z.number(),
      }),
    ),
  }),
})

export const myStatementPdf = endpoint('GET /v1/mystatements/{id}/pdf', {
  heavy: 'pdf',
  summary: 'One’s own statement for a period as PDF: what was asked, paid and given back',
  ...ofOneself,
  params: IdParams('subject'),
  query: z.object({
    from: fields.Day.optional().meta({ description: 'Left out: the first of this year' }),
    to: fields.Day.optional().meta({ description: 'Left out: today; both included' }),
    account_id: Id('account').optional(),
  }),
  reply: file('application/pdf'),
  refuses: { 404: 'no such person, or not oneself' },
})
