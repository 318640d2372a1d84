import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { centsRange, listEndpoints } from '../list.ts'

const bands = {
  late_30: z.number(),
  late_90: z.number(),
  late_180: z.number(),
  late_365: z.number(),
  late_more: z.number(),
}

/** How a condominium stands today. Cents. `owed` is null without `bills:read`, as are the months' figures of bills. */
export const Situation = z
  .object({
    account_id: z.number(),
    owed: z
      .object({
        residue: z.number(),
        overdue: z.number().meta({ description: 'Of the residue, what was due before today' }),
        pending: z.number().meta({ description: 'Of the residue, what payments under way hold' }),
        debtors: z.number().meta({ description: 'People who owe something' }),
        late: z.number().meta({ description: 'Of them, people with something overdue' }),
        ...bands,
        terms: z
          .array(
            z.object({
              year: z.number().meta({ description: 'In which the instalments fell due' }),
              overdue: z.number(),
              act_by: fields.StoredDay,
            }),
          )
          .meta({ description: 'By when the administrator must act for each year’s debts (art. 1129 c.c.)' }),
        next: z
          .array(z.object({ due_date: fields.StoredDay, bills: z.number(), amount: z.number() }))
          .meta({ description: 'What falls due from today to ninety days on, day by day' }),
        in_30_days: z.number(),
        in_90_days: z.number(),
      })
      .nullable(),
    returnable: z.number().nullable().meta({
      description:
        'Of what was collected, debits that payers can still have refunded without a reason; null without `payments:read`',
    }),
    months: z
      .array(
        z.object({
          month: z.string(),
          issued: z.number().nullable(),
          collected: z.number().nullable(),
          corrected: z.number().nullable(),
        }),
      )
      .meta({ description: 'This month and the eleven before it, as on the dashboard' }),
  })
  .meta({ id: 'Situation' })
export type Situation = z.infer<typeof Situation>

export const getSituation = endpoint('GET /v1/accounts/situation/{id}', {
  summary: 'How a condominium stands: who owes what, since when, what was collected and what falls due next',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: Situation,
  refuses: { 404: 'no such condominium, or not yours' },
})

/** What one person owes in a condominium. Cents, as of today. */
export const Debtor = z
  .object({
    subject_id: z.number(),
    nominative: z.string(),
    units: z.string().nullable().meta({ description: 'In which the person has a right today' }),
    bills: z.number(),
    residue: z.number(),
    overdue: z.number(),
    pending: z.number(),
    oldest_due: fields.StoredDay.meta({ description: 'Due date of the oldest instalment that is not paid' }),
    reminded_on: fields.StoredDay.nullable().meta({ description: 'When the last reminder was sent' }),
    reminded_by: z.string().nullable().meta({ description: 'The step of the last reminder' }),
  })
  .meta({ id: 'Debtor' })
export type Debtor = z.infer<typeof Debtor>

export const {
  list: listDebtors,
  summarise: summariseDebtors,
  export: exportDebtors,
} = listEndpoints('accounts/debtors', {
  records: 'The people who owe something in a condominium',
  record: 'subject',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: Debtor,
  totals: z.object({ count: z.number(), residue: z.number(), overdue: z.number(), pending: z.number() }),
  sorts: ['nominative', 'residue', 'overdue', 'oldest_due'],
  columns: [
    'nominative',
    'units',
    'bills',
    'residue',
    'overdue',
    'pending',
    'oldest_due',
    'reminded_on',
    'reminded_by',
  ],
  filters: {
    account_id: Id('account'),
    ...centsRange('overdue'),
    late: z.enum(['1']).optional().meta({ description: 'Only people with something overdue' }),
  },
})

export const debtorsPdf = endpoint('GET /v1/accounts/debtors-pdf/{id}', {
  heavy: 'pdf',
  summary: 'Today’s list of those who owe something in a condominium, for its assembly, as PDF',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('account'),
  query: z.object({
    late: z.enum(['1']).optional().meta({ description: 'Only people with something overdue' }),
  }),
  reply: file('application/pdf'),
  refuses: { 404: 'no such condominium, or not yours' },
})
