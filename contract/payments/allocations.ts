import { allocationRules } from '@saldo/domain/payments/allocation'
import { z } from 'zod'
import { endpoint, Id, IdParams, LinkToken, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

const rules = Object.keys(allocationRules) as [
  keyof typeof allocationRules,
  ...(keyof typeof allocationRules)[],
]

/** Cents of a payment that settle an instalment. */
export const AllocationPart = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  instalment_id: z.number(),
  due_date: fields.StoredDay,
  amount: z.number(),
})
export type AllocationPart = z.infer<typeof AllocationPart>

/** One version of what a payment settles. The last version is in force. */
export const Allocation = z.object({
  version: z.number(),
  rule: z.enum(rules),
  reason: z.string().nullable(),
  actor: z.string(),
  at: fields.Instant,
  credit: z.number().meta({ description: 'Cents kept as the payer’s credit' }),
  parts: z.array(AllocationPart),
})
export type Allocation = z.infer<typeof Allocation>

const transfer = {
  account_id: Id('account'),
  subject_id: Id('subject'),
  amount: fields.PositiveCents,
  bill_ids: z
    .array(Id('bill'))
    .min(1)
    .max(60)
    .optional()
    .meta({ description: 'What the payer named, in that order' }),
}

/** A transfer that is registered already and looks like the one at hand. */
export const SameTransfer = z.object({
  payment_id: z.number(),
  amount: z.number(),
  received_on: fields.StoredDay,
  reference: z.string().nullable(),
})
export type SameTransfer = z.infer<typeof SameTransfer>

export const previewTransfer = endpoint('POST /v1/payments/preview', {
  summary: 'What a bank transfer of a person to a condominium would settle, and by which rule',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  body: z.object({
    ...transfer,
    received_on: fields.Day.optional().meta({ description: 'Left out: today' }),
    reference: fields.optionalText(140),
  }),
  reply: z.object({
    rule: z.enum(rules),
    parts: z.array(AllocationPart.extend({ still_due: z.number() })),
    surplus: z.number().meta({ description: 'Cents that become the payer’s credit' }),
    same: z.array(SameTransfer).meta({
      description:
        'Registered already and alike, the latest first: of the person, the condominium and the amount, within days or under the same reference',
    }),
  }),
  refuses: { 404: 'condominium, person or bill not yours', 409: 'the person has no bill there' },
})
export const registerTransfer = endpoint('POST /v1/payments', {
  summary: 'Record a bank transfer that arrived; what exceeds the debts becomes credit',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  headers: z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\x21-\x7e]{8,100}$/)
      .optional(),
  }),
  body: z.object({
    ...transfer,
    received_on: fields.Day,
    reference: fields.optionalText(140).meta({ description: 'As the bank shows it' }),
    note: fields.optionalText(500),
    confirm_duplicate: z
      .boolean()
      .optional()
      .meta({ description: 'It is another transfer, though one that is registered looks the same' }),
  }),
  status: 201,
  reply: z.object({ payment_id: z.number(), surplus: z.number() }),
  refuses: {
    404: 'condominium, person or bill not yours',
    409: 'the person has no bill there, or one that is registered looks the same (looks_like_duplicate)',
  },
})
export const moveAllocation = endpoint('POST /v1/payments/{id}/allocations', {
  summary: 'Say anew what a payment settles; earlier versions stay readable',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('payment'),
  body: z.object({
    instalment_ids: z.array(Id('instalment')).max(60),
    amounts: z.array(fields.PositiveCents).max(60).meta({ description: 'Cents, one per instalment' }),
    reason: fields.text(300, 'Scrivi perché: resta nella cronologia.'),
  }),
  reply: z.object({ allocations: z.array(Allocation) }),
  refuses: {
    404: 'no such payment or instalment, or not yours',
    409: 'not settled, under dispute, or more than is due',
  },
})

const Used = z.object({ payment_id: z.number(), amount: z.number() })
const refusesCredit = {
  404: 'no such bill, or not yours',
  409: 'nothing is due, another payment is under way, or there is no credit',
} as const
export const useCredit = endpoint('POST /v1/bills/{id}/credit', {
  summary: 'Pay a bill with the credit of its holder, as far as it goes',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: Used,
  status: 201,
  refuses: refusesCredit,
})
export const useMyCredit = endpoint('POST /v1/mybill/{token}/credit', {
  summary: 'The same, by whoever holds the bill’s link',
  allow: ['link'],
  permission: null,
  scope: 'accounts',
  link: { param: 'token', opens: 'bill' },
  params: z.object({ token: LinkToken }),
  reply: Used,
  status: 201,
  refuses: refusesCredit,
})
