import { interestKinds, mostAgreedBps } from '@saldo/domain/late-interest'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from './endpoint.ts'
import * as fields from './fields.ts'

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
  params: IdParams,
  reply: InterestRule,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const saveInterestRule = endpoint('POST /v1/late-interest/rule', {
  summary: 'Set how a condominium counts interest on late payment',
  allow: staff,
  body: z
    .object({
      account_id: Id,
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

/** What is owed for the lateness of what a bill still asks for. Money in cents. */
export const LateInterest = z
  .object({
    bill_id: z.number(),
    kind: z.enum(interestKinds),
    agreed_bps: z.number().nullable(),
    through_day: fields.StoredDay,
    amount: z.number().meta({ description: 'Cents up to through_day, without what was charged already' }),
    parts: z.array(
      z.object({
        due_date: fields.StoredDay,
        principal: z.number().meta({ description: 'Cents still unpaid' }),
        since: fields.StoredDay.meta({ description: 'Counted from the day after' }),
        amount: z.number(),
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
  summary: 'The interest a bill has run up on what is still unpaid, and what of it was charged',
  allow: staff,
  params: IdParams,
  reply: LateInterest,
  refuses: { 404: 'no such bill, or not yours' },
})
export const chargeLateInterest = endpoint('POST /v1/late-interest/charge/{id}', {
  summary: 'Ask for a bill’s interest up to today by a bill of its own',
  allow: staff,
  params: IdParams,
  status: 201,
  reply: LateInterest,
  refuses: { 404: 'no such bill, or not yours', 409: 'there is no interest to ask for' },
})
