import { moneyParts, paymentStates } from '@saldo/domain/payments/payment'
import { paymentMethods } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, idempotencyHeaders, LinkToken, roles, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'
import { Allocation } from './allocations.ts'
import { namesBillsOnce, namesPayment, onlineMethod, order } from './charge-payload.ts'
import { Reversal } from './collections.ts'
import { Dispute } from './disputes.ts'
import { OfficeDebt } from './office-debts.ts'
import { Refund } from './refunds.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    payment: true
  }
}

export const providerAccounts = ['stripe', 'stripe2'] as const

/** Money in cents. */
const basic = {
  payment_id: z.number(),
  state: z.enum(paymentStates),
  method: z.enum(paymentMethods),
  amount: z.number(),
  refunded: z.number(),
  brand: z.string().nullable().meta({ description: 'Card brand of the specification, or bank' }),
  last4: z.string().nullable(),
  failure_code: z.string().nullable(),
  failure_reason: z.string().nullable().meta({ description: 'Italian sentence' }),
  created_at: fields.Instant,
  settled_at: fields.Instant.nullable(),
  refundable_until: fields.StoredDay.nullable().meta({
    description:
      'Of a collected SEPA debit: the last day on which the payer may ask the money back without a reason',
  }),
  unauthorised_until: fields.StoredDay.nullable().meta({
    description:
      'Of a collected SEPA debit: the last day on which the payer may say that it was not authorised',
  }),
}
export const PaymentOfBill = z.object(basic)

/** Sums of ledger lines by accounting day, between `moved_on_from` and `moved_on_to` if given. */
const money = {
  gross: z.number().meta({ description: 'Cents that came in; using a credit brings none' }),
  given_back: z.number().meta({ description: 'Cents given back' }),
  taken_back: z.number().meta({
    description: 'Cents a bank took back, or holds while a dispute is open',
  }),
  fees: z.number().meta({
    description: 'Cents of fees: the provider’s, of disputes and returns too, and the platform’s',
  }),
  corrected: z.number().meta({
    description:
      'Cents by which reversals, and the collections in their place, corrected money that had come before the period; 0 without moved_on_from',
  }),
  net: z.number().meta({ description: 'gross − given_back − taken_back − fees + corrected' }),
}

export const Payment = z
  .object({
    ...basic,
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    bill_id: z.number(),
    bill_number: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    provider_account: z.enum(providerAccounts).nullable(),
    fee: z.number().meta({ description: 'Cents kept by the provider, known after settlement' }),
    ...money,
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

export const PaymentDetail = Payment.extend({
  receipt_number: z
    .string()
    .nullable()
    .meta({ description: 'RIC-2026/000001, given when the money arrived; null before' }),
  receipt_email: z.string().nullable(),
  payer_name: z.string().nullable(),
  reference: z.string().nullable().meta({ description: 'Of a bank transfer, as the bank shows it' }),
  note: z.string().nullable(),
  reversal: Reversal.nullable().meta({ description: 'Null: its registration holds' }),
  replaces: z
    .number()
    .nullable()
    .meta({ description: 'The reversed payment in whose place it was registered' }),
  refunding: z.number().meta({ description: 'Cents asked back and not answered yet' }),
  refunds: z.array(Refund).meta({ description: 'The newest first' }),
  disputes: z.array(Dispute).meta({ description: 'The newest first' }),
  recoveries: z
    .array(OfficeDebt)
    .meta({ description: 'What came back from the connected account or went back to it, the newest first' }),
  allocations: z.array(Allocation).meta({ description: 'What it is for, the version that holds first' }),
  attempts: z.array(
    z.object({
      attempt_id: z.number(),
      state: z.string(),
      provider_object: z.string().nullable(),
      provider_charge: z.string().nullable(),
      failure_code: z.string().nullable(),
      created_at: fields.Instant,
      updated_at: fields.Instant,
    }),
  ),
  ledger: z.array(
    z.object({
      entry_id: z.number(),
      at: fields.Instant,
      description: z.string(),
      lines: z.array(z.object({ ledger_account: z.string(), debit: z.number(), credit: z.number() })),
    }),
  ),
  movement: z
    .object({
      movement_id: z.number(),
      booked_on: fields.StoredDay,
      bank_reference: z.string().nullable(),
    })
    .nullable()
    .meta({
      description:
        'The line of the bank’s statement that brought the money of a transfer, a debit or a notice',
    }),
  timeline: z.array(z.object({ at: fields.Instant, kind: z.string(), text: z.string(), actor: z.string() })),
}).meta({ id: 'PaymentDetail' })
export type PaymentDetail = z.infer<typeof PaymentDetail>

export const {
  list: listPayments,
  summarise: summarisePayments,
  export: exportPayments,
} = listEndpoints('payments', {
  records: 'Payments',
  record: 'payment',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  row: Payment,
  totals: z.object({
    count: z.number(),
    amount: z.number(),
    standing: z.number().meta({
      description:
        'Of the amounts, those of payments that were not reversed, did not fail and were not cancelled',
    }),
    ...money,
    credit: z.number().meta({ description: 'Cents of credit that were used, in none of the other sums' }),
  }),
  sorts: ['created_at', 'amount', 'subject_nominative', 'account_name'],
  columns: [
    'payment_id',
    'created_at',
    'settled_at',
    'subject_nominative',
    'account_name',
    'bill_number',
    'method',
    'amount',
    'gross',
    'given_back',
    'taken_back',
    'fees',
    'corrected',
    'net',
    'state',
    'provider_account',
  ],
  filters: {
    state: anyOf(paymentStates),
    method: anyOf(paymentMethods),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    bill_id: Id('bill').optional(),
    ...dayRange('created_at'),
    ...dayRange('settled_at'),
    ...dayRange('moved_on'),
    money: z.enum(moneyParts).optional().meta({
      description: 'Payments of which this part of the sums is made; within moved_on where that is asked',
    }),
    ...centsRange('amount'),
  },
})
export const getPayment = endpoint('GET /v1/payments/{id}', {
  summary: 'One payment with attempts, ledger entries and timeline',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('payment'),
  reply: PaymentDetail,
  refuses: { 404: 'no such payment, or not yours' },
})
export const paymentReceipt = endpoint('GET /v1/payments/receipt/{id}', {
  heavy: 'pdf',
  summary: 'The receipt as PDF',
  allow: staff,
  permission: 'payments:read',
  scope: 'accounts',
  params: IdParams('payment'),
  reply: file('application/pdf'),
  refuses: { 404: 'no such payment, or not yours', 409: 'not succeeded' },
})

/** The state of a payment, and the next step for the payer's browser. */
export const PaymentProgress = z
  .object({
    payment_id: z.number(),
    state: z.enum(paymentStates),
    amount: z.number().meta({ description: 'Cents charged; decided by the server' }),
    result_token: z.string().meta({ description: 'Opens /checkout-result/{token}' }),
    next_action: z
      .object({ redirect_url: z.string().meta({ description: 'Where the payer approves the payment' }) })
      .nullable(),
    failure_code: z.string().nullable(),
    failure_reason: z.string().nullable(),
  })
  .meta({ id: 'PaymentProgress' })
export type PaymentProgress = z.infer<typeof PaymentProgress>

const linkParams = z.object({ token: LinkToken.optional() })
const billLink = { param: 'token', opens: 'bill', delegates: true } as const
const payers = ['link', 'consumer', 'customer', 'super_user'] as const
const IdempotencyHeaders = idempotencyHeaders('the same payment')
const refusesToPay = {
  404: 'no such bill, or not yours',
  409: 'nothing to pay, another payment is under way, fee or destination are not the server’s, or feature_off: this way to pay is suspended',
} as const

export const charge = endpoint('POST /v1/stripe/charge/{token?}', {
  summary:
    'Pay bills by card or SEPA debit, with a method the browser made at the provider or a saved one. A payment that the ' +
    'body names (payment_id, payment_intent_id) is not made again: it answers how it stands, unless it failed',
  allow: payers,
  permission: 'payments:write',
  scope: 'accounts',
  link: billLink,
  params: linkParams,
  headers: IdempotencyHeaders,
  body: z
    .object({ ...order, ...onlineMethod })
    .refine(...namesBillsOnce)
    .superRefine(({ source_id, payment_intent_id, ...method }, context) => {
      if (source_id ?? payment_intent_id) return
      const missing = {
        payment_method: !method.payment_method && !method.type_id,
        payment_method_id: !method.payment_method_id,
      }
      for (const [name, isMissing] of Object.entries(missing))
        if (isMissing) context.addIssue({ code: 'custom', path: [name], message: 'Scegli come pagare.' })
    }),
  status: 201,
  reply: PaymentProgress,
  refuses: {
    ...refusesToPay,
    410: 'the link has paid already, or has expired',
    422: 'mandate not accepted',
    503: 'the provider does not answer',
  },
})
export const klarna = endpoint('POST /v1/stripe/klarna/{token?}', {
  summary: 'Pay a bill with Klarna: answers with the page to send the payer to',
  allow: payers,
  permission: 'payments:write',
  scope: 'accounts',
  link: billLink,
  params: linkParams,
  headers: IdempotencyHeaders,
  body: z
    .object({
      ...order,
      email: fields.OptionalEmail.meta({ description: 'Left out: that of the bill’s holder' }),
    })
    .refine(...namesBillsOnce),
  status: 201,
  reply: PaymentProgress,
  refuses: { ...refusesToPay, 410: 'the link has paid already, or has expired' },
})
export const confirmPayment = endpoint('POST /v1/stripe/confirm_payment/{token?}', {
  summary: 'After the payer came back: ask the provider how the payment stands and apply it',
  allow: payers,
  during_maintenance: true,
  permission: 'payments:write',
  scope: 'accounts',
  link: billLink,
  params: linkParams,
  body: z.object(namesPayment).superRefine(({ payment_id, payment_intent_id }, context) => {
    if (payment_id ?? payment_intent_id) return
    context.addIssue({ code: 'custom', path: ['payment_id'], message: 'Di’ quale pagamento vuoi seguire.' })
  }),
  reply: PaymentProgress,
  refuses: { 404: 'no such payment, or not yours' },
})
export const apikey = endpoint('GET /v1/stripe/apikey', {
  summary: 'The providers’ publishable keys and where the browser reaches the provider',
  allow: roles,
  permission: null,
  scope: 'accounts',
  reply: z.object({
    stripe_public_apikey: z.string().nullable(),
    stripe2_public_apikey: z.string().nullable(),
    api_base: z.string().nullable().meta({ description: 'Null: the real provider, with its own library' }),
  }),
})
export const providerWebhook = endpoint('POST /v1/stripe/webhook/{provider_account}', {
  summary: 'The provider’s events, signed; each is stored once and applied by a job',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  params: z.object({ provider_account: z.enum(providerAccounts) }),
  accepts: 'raw',
  headers: z.object({ 'stripe-signature': z.string().max(2000).optional() }),
  reply: z.object({ received: z.literal(true) }),
})
