import { billPhases, billStates } from '@saldo/domain/bills/bill'
import { maxCents } from '@saldo/domain/money'
import { payerMethods, paymentMethods } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import { endpoint, file, Id, LinkToken } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { Allocation } from '../payments/allocations.ts'
import { PaymentProgress, providerAccounts } from '../payments/payments.ts'
import { BillAutopay } from './bill-autopay.ts'
import { BillLine, Instalment } from './bills.ts'

const byBillLink = {
  allow: ['link'],
  link: { param: 'token', opens: 'bill' },
  params: z.object({ token: LinkToken }),
} as const
/** To see the bill and to pay it, which a delegate may do. */
const byBillLinkOrDelegate = {
  ...byBillLink,
  link: { param: 'token', opens: 'bill', delegates: true },
} as const
const byPaymentLink = {
  allow: ['link'],
  link: { param: 'token', opens: 'payment' },
  params: z.object({ token: LinkToken }),
} as const

export const Asker = z.object({
  account_name: z.string(),
  account_address: z.string().nullable(),
  business_name: z.string().meta({ description: 'The administrator' }),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})

/** The online payment methods, and what the browser needs to create one at the provider. */
export const PayOnline = z.object({
  methods: z.array(z.enum(payerMethods)),
  suspended: z
    .array(z.object({ method: z.enum(payerMethods), why: z.string() }))
    .meta({ description: 'Ways that the condominium offers and that cannot be used for now' }),
  provider_account: z.enum(providerAccounts),
  publishable_key: z.string(),
  api_base: z.string().nullable(),
  mandate_text: z.string(),
  keep_texts: z.object({ card: z.string(), sepa_debit: z.string() }).nullable().meta({
    description: 'Accepted instead, to keep the method for the subject’s next bills; null: not by this link',
  }),
  autopay_text: z
    .string()
    .nullable()
    .meta({ description: 'Accepted besides, to have the next ones debited too; null: not offered here' }),
})

/** How to pay an amount by bank transfer: holder, IBAN, RF reference, the EPC QR’s text and its drawing. */
export const Transfer = z
  .object({
    holder: z.string(),
    iban: z.string(),
    amount: z.number(),
    reference: z.string(),
    epc: z.string(),
    qr: z
      .object({ size: z.number(), path: z.string() })
      .meta({ description: 'An SVG path, one unit per module' }),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.infer<typeof Transfer>

/** The bill as its link shows it. Money in cents. */
export const PublicBill = z
  .object({
    asker: Asker,
    subject_nominative: z.string(),
    number: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    phase: z.enum(billPhases),
    state: z.enum(billStates),
    amount: z.number(),
    settled: z.number(),
    pending: z.number(),
    residue: z.number().meta({ description: 'Cents still asked for, what is under way included' }),
    overdue: z.number().meta({ description: 'Of the residue, what was due before today' }),
    due_now: z.number().meta({ description: 'The overdue part, else what remains of the next instalment' }),
    today: fields.Day.meta({ description: 'The day of these sums, in Rome' }),
    payable: z.number().meta({ description: 'Cents that can be paid, at most' }),
    minimum_payment: z.number().nullable().meta({
      description: 'The least that may be paid at a time, in cents; null: whole instalments only',
    }),
    credit: z.number().meta({ description: 'Cents the holder paid in excess to this condominium' }),
    due_date: fields.Day.nullable(),
    instalments: z.array(Instalment),
    lines: z.array(BillLine),
    not_payable_reason: z.string().nullable(),
    transfer: Transfer.nullable().meta({ description: 'For a bank transfer of what is due now' }),
    pay: PayOnline.nullable(),
    email_hint: z.string().nullable().meta({ description: 'l••••@example.it' }),
    return_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the bank returned the last debit, while the bill is due again for it' }),
    autopay: BillAutopay.nullable().meta({
      description: 'The autopay that covers it; null: none does, or a delegate reads it',
    }),
    delegated: z.boolean().meta({
      description:
        'Opened by a delegate, who sees and pays the bill of another person and nothing else of theirs',
    }),
    last_payment: z.object({ result_token: z.string(), state: z.string() }).nullable(),
  })
  .meta({ id: 'PublicBill' })
export type PublicBill = z.infer<typeof PublicBill>

const refuses = { 404: 'the link is wrong or was revoked', 410: 'the link has expired' } as const

export const getMyBill = endpoint('GET /v1/mybill/{token}', {
  permission: null,
  scope: 'accounts',
  summary: 'The bill a link opens',
  ...byBillLinkOrDelegate,
  reply: PublicBill,
  refuses,
})
export const getMyBillTransfer = endpoint('GET /v1/mybill/{token}/transfer', {
  permission: null,
  scope: 'accounts',
  summary: 'How to pay a chosen amount of the bill a link opens by bank transfer',
  ...byBillLinkOrDelegate,
  query: z.object({
    amount: z.coerce
      .number<number | string>()
      .int()
      .min(1)
      .max(maxCents)
      .optional()
      .meta({ description: 'Left out: what is due now' }),
  }),
  reply: Transfer,
  refuses: { ...refuses, 409: 'not this amount, or not by transfer' },
})
export const myBillPdf = endpoint('GET /v1/mybill/{token}/pdf', {
  heavy: 'pdf',
  permission: null,
  scope: 'accounts',
  summary: 'The bill a link opens, as PDF',
  ...byBillLink,
  reply: file('application/pdf'),
  refuses,
})
export const myBillReceipt = endpoint('GET /v1/mybill/{token}/receipt/{payment_id}', {
  heavy: 'pdf',
  permission: null,
  scope: 'accounts',
  summary: 'The receipt of one of the payments of the bill a link opens, as PDF',
  ...byBillLink,
  params: byBillLink.params.extend({ payment_id: Id('payment') }),
  reply: file('application/pdf'),
  refuses: { ...refuses, 409: 'not succeeded' },
})

export const CheckoutResult = PaymentProgress.extend({
  method: z.enum(paymentMethods),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  asker: Asker,
  subject_nominative: z.string(),
  bill_number: z.string(),
  bill_token: z.string().nullable().meta({ description: 'To try again' }),
  description: z.string(),
  residue: z.number().meta({ description: 'Cents still due of the bills it is for' }),
  paid_otherwise: z.enum(['paid', 'under_way']).nullable().meta({
    description:
      'Of a payment that took no money: its instalments are paid all the same, or another payment holds them',
  }),
  rule: Allocation.shape.rule.nullable().meta({ description: 'Why it settles these instalments' }),
  parts: z
    .array(
      z.object({
        bill_number: z.string(),
        description: z.string(),
        unit: z.string().nullable(),
        due_date: fields.StoredDay,
        amount: z.number(),
        residue: z.number().meta({ description: 'Cents still due of the instalment' }),
      }),
    )
    .meta({ description: 'What it settles, or will when it succeeds; the debts due first at the front' }),
  receipt_number: z.string().nullable().meta({ description: 'Null while the money has not arrived' }),
  receipt_hint: z.string().nullable().meta({ description: 'Masked address the receipt goes to' }),
  created_at: fields.Instant,
  settled_at: fields.Instant.nullable(),
  refunded: z.number().meta({ description: 'Cents given back so far' }),
  mandate: z
    .object({
      umr: z
        .string()
        .nullable()
        .meta({ description: 'Its unique reference; null until the provider has assigned it' }),
      creditor_id: z.string().nullable().meta({ description: 'Null: banks show the provider’s' }),
    })
    .nullable()
    .meta({ description: 'Of a SEPA debit' }),
  expected_by: fields.Day.nullable().meta({ description: 'When a debit under way should be settled' }),
}).meta({ id: 'CheckoutResult' })
export type CheckoutResult = z.infer<typeof CheckoutResult>

export const getCheckoutResult = endpoint('GET /v1/checkout-result/{token}', {
  permission: null,
  scope: 'accounts',
  summary: 'How a payment went; asks the provider when it is still open',
  during_maintenance: true,
  ...byPaymentLink,
  reply: CheckoutResult,
  refuses,
})
export const checkoutReceipt = endpoint('GET /v1/checkout-result/{token}/receipt', {
  heavy: 'pdf',
  permission: null,
  scope: 'accounts',
  summary: 'The receipt of a payment, as PDF',
  ...byPaymentLink,
  reply: file('application/pdf'),
  refuses: { ...refuses, 409: 'not succeeded' },
})
