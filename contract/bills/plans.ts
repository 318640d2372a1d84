import { mostGraceDays, mostRates, planStates } from '@saldo/domain/arrears/instalment-plan'
import { z } from 'zod'
import { endpoint, Id, IdParams, LinkToken, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'
import { Asker } from './mybill.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    plan: true
  }
}

/** An instalment plan as lists show it. Money in cents. */
export const Plan = z
  .object({
    plan_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    state: z.enum(planStates),
    amount: z.number(),
    residue: z.number().meta({ description: 'Cents that its bills still ask for' }),
    rates_count: z.number(),
    next_due_date: fields.StoredDay.nullable().meta({
      description: 'Of the first rate not paid yet, while it is active',
    }),
    grace_days: z.number(),
    expires_on: fields.StoredDay,
    email: z.string(),
    accepted_at: fields.Instant.nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

const Rate = z.object({ position: z.number(), due_date: fields.StoredDay, amount: z.number() })
export const PlanDetail = Plan.extend({
  rates: z.array(Rate),
  bills: z.array(
    z.object({
      bill_id: z.number(),
      number: z.string(),
      description: z.string(),
      amount: z.number().meta({ description: 'Cents that it asked for when the plan was proposed' }),
      residue: z.number(),
    }),
  ),
  agreement: z.string().meta({ description: 'What was shown and accepted, word for word' }),
  note: z.string().nullable(),
  accepted_from: z.string().nullable().meta({ description: 'The address it was accepted from' }),
  accepted_with: z.string().nullable().meta({ description: 'The browser it was accepted with' }),
  ended_at: fields.Instant.nullable(),
}).meta({ id: 'PlanDetail' })
export type PlanDetail = z.infer<typeof PlanDetail>

export const {
  list: listPlans,
  summarise: summarisePlans,
  export: exportPlans,
} = listEndpoints('plans', {
  records: 'Instalment plans',
  record: 'plan',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: Plan,
  totals: z.object({ count: z.number(), amount: z.number(), residue: z.number() }),
  sorts: ['created_at', 'amount', 'subject_nominative', 'account_name'],
  columns: [
    'created_at',
    'subject_nominative',
    'account_name',
    'state',
    'amount',
    'residue',
    'rates_count',
    'next_due_date',
    'accepted_at',
  ],
  filters: {
    state: anyOf(planStates),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    bill_id: Id('bill').optional(),
    ...dayRange('created_at'),
    ...centsRange('amount'),
  },
})
export const getPlan = endpoint('GET /v1/plans/{id}', {
  summary: 'One plan with its rates, bills and the evidence of its acceptance',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('plan'),
  reply: PlanDetail,
  refuses: { 404: 'no such plan, or not yours' },
})
export const proposePlan = endpoint('POST /v1/plans', {
  summary: 'Propose to pay what is due of one person’s bills of one condominium in rates; mailed with a link',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({
    bill_ids: z.array(Id('bill')).min(1, 'Scegli almeno una bolletta.').max(60, 'Al massimo 60 bollette.'),
    rates: z
      .array(z.object({ due_date: fields.Day, amount: fields.PositiveCents }))
      .min(1, 'Aggiungi almeno una rata.')
      .max(mostRates, `Al massimo ${mostRates} rate.`),
    grace_days: z
      .number('Scrivi quanti giorni.')
      .int()
      .min(0)
      .max(mostGraceDays, `Al massimo ${mostGraceDays} giorni.`)
      .default(10),
    expires_on: fields.Day.optional().meta({ description: 'The last day to accept; left out: in 14 days' }),
    note: fields.optionalText(500),
  }),
  status: 201,
  reply: PlanDetail,
  refuses: {
    400: 'the rates are not what is due, or not one after the other',
    404: 'one of the bills does not exist, or is not yours',
    409: 'a bill cannot be paid now, has a plan already, is another’s, or its holder has no e-mail',
  },
})
export const withdrawPlan = endpoint('POST /v1/plans/withdraw/{id}', {
  summary: 'Take a plan back; one under way leaves what is still owed to the due dates of before',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('plan'),
  reply: PlanDetail,
  refuses: { 404: 'no such plan, or not yours', 409: 'it has ended, or a payment is under way' },
})

const byBillLink = {
  allow: ['link'],
  link: { param: 'token', opens: 'bill' },
  params: z.object({ token: LinkToken }),
} as const
const refuses = {
  404: 'the link is wrong or was revoked, or its bill has no plan',
  410: 'the link has expired',
} as const

/** The newest plan for a link's bill, as the debtor sees it. */
export const PublicPlan = z
  .object({
    asker: Asker,
    subject_nominative: z.string(),
    state: z.enum(planStates),
    amount: z.number(),
    rates: z.array(Rate),
    agreement: z.string(),
    note: z.string().nullable(),
    expires_on: fields.StoredDay,
    email_hint: z.string().nullable().meta({ description: 'Masked address the code goes to' }),
    accepted_at: fields.Instant.nullable(),
  })
  .meta({ id: 'PublicPlan' })
export type PublicPlan = z.infer<typeof PublicPlan>

export const getMyPlan = endpoint('GET /v1/mybill/{token}/plan', {
  permission: null,
  scope: 'accounts',
  summary: 'The plan proposed for the bill a link opens',
  ...byBillLink,
  reply: PublicPlan,
  refuses,
})
export const mailPlanCode = endpoint('POST /v1/mybill/{token}/plan/code', {
  permission: null,
  scope: 'accounts',
  summary: 'Mail the one-time code with which the plan is accepted, to the address on file alone',
  ...byBillLink,
  reply: z.object({ email_hint: z.string().nullable(), expires_at: fields.Instant }),
  refuses: { ...refuses, 409: 'the plan is not there to be accepted (any more)' },
})
export const acceptPlan = endpoint('POST /v1/mybill/{token}/plan/accept', {
  permission: null,
  scope: 'accounts',
  summary: 'Accept the plan with the code that was mailed; its rates take the place of the due dates',
  ...byBillLink,
  body: z.object({
    code: z
      .string('Scrivi il codice ricevuto per e-mail.')
      .trim()
      .min(1, 'Scrivi il codice ricevuto per e-mail.')
      .max(20),
  }),
  reply: PublicPlan,
  refuses: {
    ...refuses,
    400: 'the code is wrong, expired or used up: the field code says which',
    409: 'the plan is not there to be accepted, or something has changed since it was proposed',
  },
})
