import { interestKinds, mostAgreedBps } from '@saldo/domain/arrears/late-interest'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** How a condominium counts interest on late payment. */
export const InterestRule = z
  .object({
    account_id: z.number(),
    kind: z
      .enum(interestKinds)
      .meta({ description: 'legal: art. 1284 c.c.; agreed: the condominium’s own rate' }),
    agreed_bps: z.number().nullable().meta({ description: 'Basis points of a year, when agreed' }),
  })
  .meta({ id: 'InterestRule' })
export type InterestRule = z.infer<typeof InterestRule>

export const getInterestRule = endpoint('GET /v1/late-interest/rule/{id}', {
  summary: 'How a condominium counts interest on late payment',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: InterestRule,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const saveInterestRule = endpoint('POST /v1/late-interest/rule', {
  summary: 'Set how a condominium counts interest on late payment',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z
    .object({
      account_id: Id('account'),
      kind: z.enum(interestKinds),
      agreed_bps: z
        .number()
        .int()
        .min(1, 'Il tasso deve essere maggiore di zero.')
        .max(mostAgreedBps, `Al massimo ${mostAgreedBps / 100}%.`)
        .optional(),
    })
    .refine(({ kind, agreed_bps }) => kind !== 'agreed' || agreed_bps !== undefined, {
      path: ['agreed_bps'],
      message: 'Scrivi il tasso concordato.',
    }),
  reply: InterestRule,
  refuses: { 404: 'no such condominium, or not yours' },
})

/** Whether a payment without indication settles interest or principal first (art. 1194 c.c.). Set per office. */
export const AllocationOrder = z
  .object({
    interest_first: z
      .boolean()
      .meta({ description: 'Open bills of interest before principal; false: principal first' }),
  })
  .meta({ id: 'AllocationOrder' })
export type AllocationOrder = z.infer<typeof AllocationOrder>

const noCustomer = { 422: 'a super user has not chosen a customer' } as const
export const getAllocationOrder = endpoint('GET /v1/late-interest/order', {
  summary: 'Whether money that nobody gave a purpose pays interest or principal first',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  reply: AllocationOrder,
  refuses: noCustomer,
})
export const saveAllocationOrder = endpoint('PUT /v1/late-interest/order', {
  summary: 'Set whether money that nobody gave a purpose pays interest or principal first',
  allow: staff,
  permission: 'office:write',
  scope: 'whole_office',
  body: AllocationOrder,
  reply: AllocationOrder,
  refuses: noCustomer,
})

/** The interest accrued while a bill's instalments were unpaid after their due dates. Money in cents. */
export const LateInterest = z
  .object({
    bill_id: z.number(),
    kind: z.enum(interestKinds),
    agreed_bps: z.number().nullable(),
    through_day: fields.StoredDay.meta({ description: 'The last day that is counted' }),
    accrued: z
      .number()
      .meta({ description: 'Cents up to through_day, claimed or not: the sum of the parts' }),
    charged: z.number().meta({ description: 'Cents of it that were asked for: the sum of the charges' }),
    amount: z.number().meta({ description: 'Cents that can be asked for now' }),
    excess: z.number().meta({
      description: 'Cents that were asked for beyond what has accrued, as of a bill that was reduced',
    }),
    not_counted: z
      .array(z.string())
      .meta({ description: 'Why some days are not counted: no rate of law is known for them' }),
    parts: z.array(
      z.object({
        due_date: fields.StoredDay,
        since: fields.StoredDay.meta({
          description: 'Counted from the day after: the due date, or the working day to which it moves',
        }),
        principal: z.number().meta({ description: 'Cents neither paid nor on their way' }),
        amount: z.number(),
        spans: z.array(
          z.object({
            principal: z.number().meta({ description: 'Cents unpaid on each of the days' }),
            after: fields.StoredDay,
            until: fields.StoredDay,
            days: z.number(),
          }),
        ),
      }),
    ),
    charges: z.array(
      z.object({
        bill_id: z.number(),
        number: z.string(),
        through_day: fields.StoredDay,
        amount: z.number(),
      }),
    ),
  })
  .meta({ id: 'LateInterest' })
export type LateInterest = z.infer<typeof LateInterest>

export const getLateInterest = endpoint('GET /v1/late-interest/{id}', {
  summary: 'The interest a bill has run up while it was unpaid, and what of it was charged',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('bill'),
  reply: LateInterest,
  refuses: { 404: 'no such bill, or not yours' },
})
export const chargeLateInterest = endpoint('POST /v1/late-interest/charge/{id}', {
  summary: 'Ask for a bill’s interest up to today by a bill of its own',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('bill'),
  status: 201,
  reply: LateInterest,
  refuses: { 404: 'no such bill, or not yours', 409: 'there is no interest to ask for' },
})
