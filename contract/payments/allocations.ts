import { allocationRules } from '@saldo/domain/payments/allocation'
import { z } from 'zod'
import { endpoint, Id, IdParams, LinkToken, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

export const allocationRuleNames = Object.keys(allocationRules) as [
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
  rule: z.enum(allocationRuleNames),
  reason: z.string().nullable(),
  actor: z.string(),
  at: fields.Instant,
  credit: z.number().meta({ description: 'Cents kept as the payer’s credit' }),
  parts: z.array(AllocationPart),
})
export type Allocation = z.infer<typeof Allocation>

export const moveAllocation = endpoint('POST /v1/payments/{id}/allocations', {
  summary: 'Say anew what a payment settles; earlier versions stay readable',
  allow: staff,
  permission: 'payments:write',
  scope: 'accounts',
  params: IdParams('payment'),
  body: z.object({
    instalment_ids: z.array(Id('instalment')).max(60),
    amounts: z.array(fields.PositiveCents).max(60).meta({ description: 'Cents, one per instalment' }),
    credit_surplus: z.boolean().optional().meta({
      description:
        'What the amounts leave of a collection by hand becomes the payer’s credit; without it such amounts are refused',
    }),
    reason: fields.text(300, 'Scrivi perché: resta nella cronologia.'),
  }),
  reply: z.object({ allocations: z.array(Allocation) }),
  refuses: {
    400: 'the amounts do not add up to the payment',
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
