import { criterionKinds } from '@saldo/domain/bills/budget'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    budget: true
    budget_expense: true
  }
}

export const budgetStates = ['draft', 'issuing', 'issued', 'cancelled'] as const

/** A year's expenses of a condominium, from which its bills come. Money in cents. */
export const Budget = z
  .object({
    budget_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    year: z.number(),
    name: z.string(),
    state: z.enum(budgetStates),
    issue_date: fields.StoredDay.meta({
      description: 'Whoever has a right in a unit on that day is asked to pay',
    }),
    due_dates: z.array(fields.StoredDay),
    amount: z.number(),
    progress: z.object({ done: z.number(), total: z.number().nullable() }),
    refusal: z.string().nullable().meta({ description: 'Why the last attempt to issue it came to nothing' }),
    issued_at: fields.Instant.nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'Budget' })
export type Budget = z.infer<typeof Budget>

/** One expense and how it is shared. */
export const BudgetExpense = z.object({
  budget_expense_id: z.number(),
  position: z.number(),
  description: z.string(),
  amount: z.number(),
  tenant_percent: z.number().nullable().meta({
    description: 'Of what each unit owes, the tenant’s part if it has one; null: nobody has said it',
  }),
  criterion: z.enum(criterionKinds),
  weight_table_id: z.number().nullable(),
  second_table_id: z.number().nullable(),
  fixed_percent: z.number().nullable(),
  unit_ids: z.array(z.number()),
})
export type BudgetExpense = z.infer<typeof BudgetExpense>

/** The tables and units of the condominium, which its expenses can be shared by. */
export const BudgetBasis = z.object({
  tables: z.array(z.object({ weight_table_id: z.number(), name: z.string(), kind: z.string() })),
  units: z.array(z.object({ unit_id: z.number(), name: z.string() })),
})

export const BudgetDetail = Budget.extend({
  expenses: z.array(BudgetExpense),
  basis: BudgetBasis,
  bills: z.object({ count: z.number(), amount: z.number(), settled: z.number() }).meta({
    description: 'Those it was issued as, cancelled ones left out',
  }),
  why_not_undo: z
    .string()
    .nullable()
    .meta({ description: 'Why its bills cannot all be cancelled; null: they can' }),
}).meta({ id: 'BudgetDetail' })
export type BudgetDetail = z.infer<typeof BudgetDetail>

export const {
  list: listBudgets,
  summarise: summariseBudgets,
  export: exportBudgets,
} = listEndpoints('budgets', {
  records: 'Budgets',
  record: 'budget',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: Budget,
  totals: z.object({ count: z.number(), amount: z.number() }),
  sorts: ['created_at', 'year', 'amount', 'account_name'],
  columns: ['name', 'account_name', 'year', 'amount', 'issue_date', 'state'],
  filters: {
    account_id: Id('account').optional(),
    state: anyOf(budgetStates),
    year: z.coerce.number<number | string>().int().min(1900).max(2199).optional(),
  },
})
const unseen = { 404: 'no such budget, or not yours' } as const
const fixed = { ...unseen, 409: 'it is no draft any more' } as const

export const getBudget = endpoint('GET /v1/budgets/{id}', {
  summary: 'One budget with its expenses and what they can be shared by',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('budget'),
  reply: BudgetDetail,
  refuses: unseen,
})

const writable = {
  year: z
    .number('Scrivi l’anno.')
    .int()
    .min(1900, 'Scrivi un anno dal 1900.')
    .max(2199, 'Scrivi un anno fino al 2199.'),
  name: fields.text(120, 'Scrivi come si chiama, per esempio Preventivo 2027.'),
  issue_date: fields.Day.optional().meta({ description: 'Left out: today' }),
  due_dates: z
    .array(fields.Day)
    .max(60, 'Al massimo 60 rate.')
    .refine((days) => new Set(days).size === days.length, 'Due rate hanno la stessa scadenza.')
    .optional(),
}
export const createBudget = endpoint('PUT /v1/budgets', {
  summary: 'Begin a budget: a draft without expenses',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ account_id: Id('account'), ...writable }),
  status: 201,
  reply: BudgetDetail,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const updateBudget = endpoint('POST /v1/budgets', {
  summary: 'Change a draft’s year, name, day of issue or instalments',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ budget_id: Id('budget'), ...writable }),
  reply: BudgetDetail,
  refuses: fixed,
})
export const cancelBudget = endpoint('DELETE /v1/budgets/{id}', {
  summary: 'Throw a draft away',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('budget'),
  reply: BudgetDetail,
  refuses: fixed,
})

const percent = (missing: string) =>
  z.number(missing).int('Scrivi una percentuale intera.').min(0, 'Da 0 a 100.').max(100, 'Da 0 a 100.')
const expense = {
  description: fields.text(200, 'Scrivi per che cosa è la spesa.'),
  amount: fields.Cents.refine((cents) => cents !== 0, 'Scrivi un importo.'),
  tenant_percent: percent('Scrivi la quota dell’inquilino.').nullish().meta({
    description: 'Left out: the owner pays. Required where owner and tenant are both said to pay',
  }),
  criterion: z.enum(criterionKinds, 'Scegli come si divide.'),
  weight_table_id: Id('weight_table')
    .nullish()
    .meta({ description: 'By value; of a metered expense, its fixed part' }),
  second_table_id: Id('weight_table')
    .nullish()
    .meta({ description: 'By height; of a metered expense, the readings' }),
  fixed_percent: percent('Scrivi la quota fissa.').nullish(),
  unit_ids: z
    .array(Id('unit'))
    .max(10_000)
    .optional()
    .meta({ description: 'Charged directly, or with sole use of the terrace' }),
}
type Given = {
  criterion: (typeof criterionKinds)[number]
  weight_table_id?: number | null | undefined
  second_table_id?: number | null | undefined
  fixed_percent?: number | null | undefined
  unit_ids?: number[] | undefined
}

/** Checks what each criterion requires; the error is reported at its field. */
function checkCriterion(given: Given, context: z.RefinementCtx): void {
  const missing = (field: keyof Given, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { criterion } = given
  if (criterion !== 'direct' && criterion !== 'metered' && !given.weight_table_id)
    missing('weight_table_id', 'Scegli la tabella.')
  if (criterion === 'stairs' && !given.second_table_id)
    missing('second_table_id', 'Scegli la tabella dell’altezza dei piani.')
  if (criterion === 'metered') {
    if (given.fixed_percent === null || given.fixed_percent === undefined)
      missing('fixed_percent', 'Scrivi la quota fissa.')
    else if (given.fixed_percent > 0 && !given.weight_table_id)
      missing('weight_table_id', 'Scegli la tabella della quota fissa.')
    if ((given.fixed_percent ?? 0) < 100 && !given.second_table_id)
      missing('second_table_id', 'Scegli la tabella delle letture.')
  }
  if ((criterion === 'direct' || criterion === 'terrace') && !given.unit_ids?.length)
    missing('unit_ids', 'Scegli almeno un’unità.')
}
const ofOthers = '; the tables and units must be the condominium’s'

export const addBudgetExpense = endpoint('PUT /v1/budgets/expenses', {
  summary: `Add an expense to a draft${ofOthers}`,
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ budget_id: Id('budget'), ...expense }).superRefine(checkCriterion),
  status: 201,
  reply: BudgetDetail,
  refuses: { 404: 'no such budget, table or unit, or not yours', 409: fixed[409] },
})
export const changeBudgetExpense = endpoint('POST /v1/budgets/expenses', {
  summary: `Change an expense of a draft${ofOthers}`,
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ budget_expense_id: Id('budget_expense'), ...expense }).superRefine(checkCriterion),
  reply: BudgetDetail,
  refuses: { 404: 'no such expense, table or unit, or not yours', 409: fixed[409] },
})
export const removeBudgetExpense = endpoint('DELETE /v1/budgets/expenses/{id}', {
  summary: 'Take an expense out of a draft',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('budget_expense'),
  reply: BudgetDetail,
  refuses: { 404: 'no such expense, or not yours', 409: fixed[409] },
})

/** A reason why a budget cannot be issued yet. `count`: how many units it concerns; only the first ones are named. */
export const BudgetProblem = z.object({
  kind: z.enum([
    'no_expenses',
    'no_due_dates',
    'wrong_dates',
    'period_closed',
    'no_table',
    'no_weight',
    'nobody',
    'no_payer',
    'no_tenant_percent',
    'credit',
  ]),
  message: z.string(),
  count: z.number(),
  names: z.array(z.string()).meta({ description: 'The first twenty' }),
})
export type BudgetProblem = z.infer<typeof BudgetProblem>
export const BudgetBill = z.object({
  unit_id: z.number(),
  unit: z.string(),
  subject_id: z.number(),
  subject_nominative: z.string(),
  amount: z.number(),
  lines: z.array(z.object({ item: z.number(), amount: z.number() })).meta({
    description: 'item: the place of the expense, from 0',
  }),
  instalments: z.array(z.object({ due_date: fields.StoredDay, amount: z.number() })),
})
export const BudgetPreview = z
  .object({
    problems: z.array(BudgetProblem),
    bills_count: z.number(),
    units_count: z.number(),
    amount: z.number(),
    bills: z.array(BudgetBill),
    next: z
      .number()
      .nullable()
      .meta({ description: 'Where the following bills begin; null: there are none' }),
    seen: z
      .string()
      .meta({ description: 'Goes back with the confirmation: what is issued is what was seen' }),
  })
  .meta({ id: 'BudgetPreview' })
export type BudgetPreview = z.infer<typeof BudgetPreview>

export const previewBudget = endpoint('GET /v1/budgets/preview/{id}', {
  summary: 'Who would be asked for what, unit by unit, and what is in the way; nothing is written',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('budget'),
  query: z.object({
    from: z.coerce.number<number | string>().int().min(0).default(0),
    limit: z.coerce.number<number | string>().int().min(1).max(500).default(100),
  }),
  reply: BudgetPreview,
  refuses: unseen,
})
export const issueBudget = endpoint('POST /v1/budgets/issue/{id}', {
  summary: 'Issue all bills of a budget, or none, in the background',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('budget'),
  body: z.object({ seen: z.string().max(100) }),
  status: 202,
  reply: BudgetDetail,
  refuses: {
    ...unseen,
    409: 'no draft, something is in the way, its day of issue is in a closed period, or it is no longer what was seen',
  },
})
export const undoBudget = endpoint('POST /v1/budgets/undo/{id}', {
  summary: 'Cancel all bills of a budget while nothing was paid; it is a draft again',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('budget'),
  reply: BudgetDetail,
  refuses: { ...unseen, 409: 'something was paid or is under way, or it was not issued' },
})
