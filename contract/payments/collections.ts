import { handMethods, paymentMethods } from '@saldo/domain/payments/payment-method'
import { officeReversalReasonNames, reversalReasonNames } from '@saldo/domain/payments/reversal'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { AllocationPart, allocationRuleNames } from './allocations.ts'

/** Collections that the office registers by hand, and the reversal of a registration. Money in cents. */

/** A collection that is registered already and looks like the one at hand. */
export const SameCollection = z.object({
  payment_id: z.number(),
  method: z.enum(handMethods),
  amount: z.number(),
  received_on: fields.StoredDay,
  reference: z.string().nullable(),
})
export type SameCollection = z.infer<typeof SameCollection>

const same = z.array(SameCollection).meta({
  description:
    'Registered already and alike, the latest first: of the person, the condominium and the amount, within days or under the same reference',
})

/** What the money is for: left out, the law decides (art. 1193 c.c.). */
const purpose = {
  bill_ids: z
    .array(Id('bill'))
    .min(1)
    .max(60)
    .optional()
    .meta({ description: 'What the payer named, in that order' }),
  instalment_ids: z.array(Id('instalment')).max(60).optional().meta({
    description: 'What the office chose instead, cent by cent, with amounts',
  }),
  amounts: z
    .array(fields.PositiveCents)
    .max(60)
    .optional()
    .meta({ description: 'Cents, one per instalment' }),
  credit_surplus: z.boolean().optional().meta({
    description: 'What exceeds the debts becomes the payer’s credit; without it such an amount is refused',
  }),
}
const send_receipt = z.boolean().optional().meta({ description: 'Mail the receipt to the payer' })
const confirm_duplicate = z
  .boolean()
  .optional()
  .meta({ description: 'It is another collection, though one that is registered looks the same' })
const confirm_day = z.boolean().optional().meta({
  description: 'The day is right, though it comes before a bill that is paid or is of another year',
})
const why_confirm_day = z.string().nullable().meta({
  description: 'Why confirm_day will be asked, as a sentence; null: it will not',
})
const confirm_under_way = z.boolean().optional().meta({
  description: 'It is other money, though a payment of the same bill is under way',
})
const why_confirm_under_way = z.string().nullable().meta({
  description: 'Why confirm_under_way will be asked, as a sentence; null: it will not',
})
const method = z.enum(handMethods, 'Scegli come ha pagato.')
const headers = idempotencyHeaders('what it registered')

type Purpose = { [K in 'bill_ids' | 'instalment_ids' | 'amounts']?: unknown[] | undefined }

/** Either bills, or instalments with an amount for each: one purpose, said once. */
const onePurpose = ({ bill_ids, instalment_ids, amounts }: Purpose, context: z.RefinementCtx) => {
  const wrong = (field: keyof Purpose, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (instalment_ids && bill_ids) wrong('bill_ids', 'Indica le bollette oppure le rate, non entrambe.')
  if (instalment_ids?.length !== amounts?.length) wrong('amounts', 'Serve un importo per ogni rata.')
  for (const [field, ids] of Object.entries({ bill_ids, instalment_ids }))
    if (ids && new Set(ids).size !== ids.length) wrong(field as keyof Purpose, 'C’è due volte lo stesso.')
}

const order = {
  account_id: Id('account'),
  subject_id: Id('subject'),
  amount: fields.PositiveCents,
}

export const previewCollection = endpoint('POST /v1/payments/preview', {
  summary: 'What money of a person to a condominium would settle, and by which rule',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  body: z.object({
    ...order,
    bill_ids: purpose.bill_ids,
    received_on: fields.Day.optional().meta({ description: 'Left out: today' }),
    reference: fields.optionalText(140),
    instalment_ids: purpose.instalment_ids,
    instead_of: Id('payment').optional().meta({
      description: 'As if the registration of this payment had been reversed already',
    }),
  }),
  reply: z.object({
    rule: z.enum(allocationRuleNames),
    parts: z.array(AllocationPart.extend({ still_due: z.number() })),
    open: z
      .array(AllocationPart.omit({ amount: true }).extend({ still_due: z.number() }))
      .meta({ description: 'All instalments that money may settle, in the order of the rule' }),
    meant: z
      .object({ bill_numbers: z.array(z.string()), due: z.number() })
      .meta({ description: 'The named bills, or none for all of the person’s; what can be settled of them' }),
    held: z
      .array(
        z.object({
          bill_number: z.string(),
          amount: z.number(),
          because: z.enum(['pending', 'disputed']),
          method: z.enum(paymentMethods).nullable(),
        }),
      )
      .meta({ description: 'What payments under way and disputes hold: nothing else can settle it now' }),
    surplus: z.number().meta({ description: 'Cents that settle nothing' }),
    email_hint: z.string().nullable().meta({ description: 'Where a receipt would go, masked' }),
    why_confirm_day,
    why_confirm_under_way,
    same,
  }),
  refuses: {
    404: 'condominium, person, bill or payment not yours',
    409: 'the person has no bill there',
  },
})

export const registerCollection = endpoint('POST /v1/payments', {
  summary: 'Register money that came in cash, by cheque, postal slip, transfer or otherwise',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  headers,
  body: z
    .object({
      ...order,
      ...purpose,
      method: method.optional().meta({ description: 'Left out: BANK_TRANSFER' }),
      received_on: fields.Day,
      reference: fields.optionalText(140).meta({ description: 'Of a transfer: as the bank shows it' }),
      note: fields.optionalText(500),
      send_receipt,
      confirm_duplicate,
      confirm_day,
      confirm_under_way,
    })
    .superRefine(onePurpose),
  status: 201,
  reply: z.object({ payment_id: z.number(), surplus: z.number() }),
  refuses: {
    404: 'condominium, person, bill or instalment not yours',
    409: 'the person has no bill there, the period is closed, more than is due (surplus, more_than_due), one that is registered looks the same (looks_like_duplicate), the day looks like a slip (unusual_day), or a payment of it is under way (payment_under_way)',
  },
})

/** One bill of a selection, as a collection could pay it. */
export const BillToCollect = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  subject_nominative: z.string(),
  account_name: z.string(),
  still_due: z.number().meta({ description: 'Cents that a collection may settle now' }),
  why_not: z.string().nullable().meta({ description: 'Why nothing can be registered, as a sentence' }),
  email_hint: z.string().nullable(),
  same: same.meta({ description: 'Registered already and alike, if all that is due were registered' }),
})
export type BillToCollect = z.infer<typeof BillToCollect>

const billsAtOnce = z.array(Id('bill')).min(1).max(60, 'Al massimo 60 bollette alla volta.')

export const previewCollections = endpoint('POST /v1/payments/of-bills/preview', {
  summary: 'What could be registered on each of these bills',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  body: z.object({
    bill_ids: billsAtOnce,
    received_on: fields.Day.optional().meta({ description: 'Left out: today' }),
  }),
  reply: z.object({ bills: z.array(BillToCollect), why_confirm_day, why_confirm_under_way }),
  refuses: { 404: 'a bill not yours' },
})

export const registerCollections = endpoint('POST /v1/payments/of-bills', {
  summary: 'Register one collection for each of these bills: all of them or none',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  headers,
  body: z.object({
    bill_ids: billsAtOnce,
    amounts: z.array(fields.PositiveCents).min(1).max(60).meta({ description: 'Cents, one per bill' }),
    method,
    received_on: fields.Day,
    note: fields.optionalText(500),
    send_receipt: send_receipt.meta({ description: 'Mail the receipt to the payers who have an address' }),
    confirmed_bill_ids: z.array(Id('bill')).max(60).optional().meta({
      description: 'On these it is another collection, though one that is registered looks the same',
    }),
    confirm_day,
    confirm_under_way,
  }),
  status: 201,
  reply: z.object({ payment_ids: z.array(z.number()), receipts: z.number() }),
  refuses: {
    404: 'a bill not yours',
    409: 'more than is due on a bill, a period is closed, one that is registered looks the same, the day looks like a slip, or a payment is under way',
  },
})

export const Reversal = z.object({
  reason: z.enum(reversalReasonNames),
  note: z.string().nullable(),
  replaced_by: z.number().nullable().meta({ description: 'The collection registered in its place' }),
  actor: z.string(),
  at: fields.Instant,
})
export type Reversal = z.infer<typeof Reversal>

export const reverseCollection = endpoint('POST /v1/payments/{id}/reversal', {
  summary: 'Reverse the registration of a collection, and register the right one in the same act',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('payment'),
  headers,
  body: z
    .object({
      reason: z.enum(officeReversalReasonNames, 'Scegli il motivo.'),
      note: fields.optionalText(500),
      account_id: Id('account')
        .optional()
        .meta({ description: 'Of the right collection; left out: the same' }),
      subject_id: Id('subject').optional().meta({ description: 'Who paid; left out: the same person' }),
      amount: fields.PositiveCents.optional().meta({ description: 'Cents that came; left out: the same' }),
      ...purpose,
      send_receipt,
      confirm_duplicate,
      confirm_under_way,
      tell_payer: z
        .boolean()
        .optional()
        .meta({ description: 'Mail to whoever has the receipt that it is void' }),
    })
    .superRefine(onePurpose),
  status: 201,
  reply: z.object({ payment_id: z.number(), replaced_by: z.number().nullable() }),
  refuses: {
    400: 'the right collection is the same as the wrong one',
    404: 'no such payment, person, condominium, bill or instalment, or not yours',
    409: 'not registered by hand, reversed or refunded already, its credit is spent, a plan relies on it, or what registering may refuse',
  },
})
