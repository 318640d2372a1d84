import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The steps of an office's first day, in order. `documents` concerns offices that await activation alone. */
export const firstStepKinds = [
  'office',
  'documents',
  'accounts',
  'units',
  'people',
  'budget',
  'bills',
  'provider_account',
] as const

/** What a step lacks. */
export const firstStepGaps = [
  'office_data',
  'documents',
  'invalid_documents',
  'accounts',
  'awaiting_accounts',
  'units',
  'weights',
  'people',
  'holders',
  'budget',
  'draft_budgets',
  'bills',
  'draft_bills',
  'provider_account',
  'provider_data',
  'provider_check',
  'provider_disabled',
] as const

const FirstStepGap = z.object({
  what: z.enum(firstStepGaps),
  count: z.number().meta({ description: 'How many lack it: of units without weights, the units' }),
  of: z.number().nullable().meta({ description: 'Of how many; null where there is nothing to count' }),
  account: z
    .object({ account_id: z.number(), name: z.string() })
    .nullable()
    .meta({ description: 'The condominium that lacks most, to begin with' }),
  accounts: z.number().meta({ description: 'In how many condominiums; 0 where it concerns none' }),
  fields: z.array(z.string()).meta({ description: 'The office’s data that lack or are wrong, by field' }),
})
export type FirstStepGap = z.infer<typeof FirstStepGap>

export const FirstStep = z
  .object({
    kind: z.enum(firstStepKinds),
    state: z.enum(['done', 'to_do', 'waiting']),
    waits_for: z.enum(['activation', 'accounts', 'units', 'provider']).nullable().meta({
      description: 'Of a step that cannot be done yet: what comes first',
    }),
    gaps: z.array(FirstStepGap).meta({ description: 'What it lacks; empty when it is done' }),
  })
  .meta({ id: 'FirstStep' })
export type FirstStep = z.infer<typeof FirstStep>

export const getFirstSteps = endpoint('GET /v1/dashboard/first-steps', {
  summary:
    'The steps of an office’s first day, computed from its data. A sub-user is told of those that they may do; a super ' +
    'user of those of the customer in x-customer-id, else of none',
  allow: ['customer', 'awaiting', 'super_user'],
  permission: null,
  scope: 'accounts',
  reply: z.object({ steps: z.array(FirstStep) }),
})
