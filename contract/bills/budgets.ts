import { criterionKinds } from '@saldo/domain/bills/budget'
import { expenseNatureKinds } from '@saldo/domain/bills/expense-payers'
import { usualExpenseNames } from '@saldo/domain/bills/usual-expenses'
import { addMonths, formatDate } from '@saldo/domain/dates'
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
    starts_on: fields.StoredDay.meta({ description: 'First day of the year of accounts' }),
    ends_on: fields.StoredDay.meta({ description: 'Its last day; it need not be the calendar’s' }),
    year: z.number().meta({ description: 'In which it starts' }),
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
  amount: z.number().nullable().meta({ description: 'Null: not known yet; the budget cannot be issued' }),
  previous_amount: z
    .number()
    .nullable()
    .meta({ description: 'What it was in the budget from which it was copied' }),
  nature: z.enum(expenseNatureKinds).meta({
    description:
      'Ordinary: the usufructuary’s (art. 1004 c.c.); extraordinary: the bare owner’s (art. 1005 c.c.)',
  }),
  tenant_percent: z.number().nullable().meta({
    description: 'Of what each unit owes, the tenant’s part if it has one; null: nobody has said it',
  }),
  usufructuary_percent: z.number().nullable().meta({
    description:
      'Of the rest, the usufructuary’s part, the bare owner pays the other; null: as its nature says',
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
  starts_on: fields.Day,
  ends_on: fields.Day,
  name: fields.text(120, 'Scrivi come si chiama, per esempio Preventivo 2027.'),
  issue_date: fields.Day.optional().meta({ description: 'Left out: today' }),
  due_dates: z
    .array(fields.Day)
    .max(60, 'Al massimo 60 rate.')
    .refine((days) => new Set(days).size === days.length, 'Due rate hanno la stessa scadenza.')
    .optional(),
}
/** A year of accounts ends after it begins, and lasts two years at most. */
function checkYear({ starts_on, ends_on }: { starts_on: string; ends_on: string }, context: z.RefinementCtx) {
  const wrong =
    ends_on < starts_on
      ? `L’esercizio finisce prima di cominciare, il ${formatDate(starts_on)}.`
      : ends_on >= addMonths(starts_on, 24)
        ? 'Un esercizio dura al massimo due anni: controlla le date.'
        : null
  if (wrong) context.addIssue({ code: 'custom', path: ['ends_on'], message: wrong })
}

export const createBudget = endpoint('PUT /v1/budgets', {
  summary: 'Begin a budget: a draft without expenses',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ account_id: Id('account'), ...writable }).superRefine(checkYear),
  status: 201,
  reply: BudgetDetail,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const updateBudget = endpoint('POST /v1/budgets', {
  summary: 'Change a draft’s year of accounts, name, day of issue or instalments',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ budget_id: Id('budget'), ...writable }).superRefine(checkYear),
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

export const copyBudget = endpoint('POST /v1/budgets/copy/{id}', {
  summary:
    'Begin a draft with the expenses of another budget, for a later year; due dates move with the year',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('budget'),
  body: z
    .object({
      starts_on: fields.Day,
      ends_on: fields.Day,
      name: writable.name,
      change_bps: z
        .number('Scrivi di quanto cambiano gli importi.')
        .int('Al massimo due decimali.')
        .min(-9_999, 'Si può togliere al massimo il 99,99 %.')
        .max(100_000, 'Al massimo il 1.000 % in più.')
        .default(0)
        .meta({ description: 'By how much the amounts change, in hundredths of a per cent' }),
    })
    .superRefine(checkYear),
  status: 201,
  reply: BudgetDetail,
  refuses: unseen,
})

const percent = (missing: string) =>
  z.number(missing).int('Scrivi una percentuale intera.').min(0, 'Da 0 a 100.').max(100, 'Da 0 a 100.')
const expense = {
  description: fields.text(200, 'Scrivi per che cosa è la spesa.'),
  amount: fields.Cents.refine((cents) => cents !== 0, 'Scrivi un importo.')
    .nullish()
    .meta({ description: 'Left out: not known yet' }),
  nature: z.enum(expenseNatureKinds, 'Scegli se è ordinaria o straordinaria.').default('ordinary'),
  tenant_percent: percent('Scrivi la quota dell’inquilino.').nullish().meta({
    description: 'Left out: the owner pays. Required where owner and tenant are both said to pay',
  }),
  usufructuary_percent: percent('Scrivi la quota dell’usufruttuario.').nullish().meta({
    description: 'Left out: all of an ordinary expense, nothing of an extraordinary one',
  }),
  criterion: z.enum(criterionKinds, 'Scegli il criterio di riparto.'),
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
const ofOthers =
  '; it may lack its amount, tables and units, which must be the condominium’s; then the budget cannot be issued'

export const addBudgetExpense = endpoint('PUT /v1/budgets/expenses', {
  summary: `Add an expense to a draft${ofOthers}`,
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ budget_id: Id('budget'), ...expense }),
  status: 201,
  reply: BudgetDetail,
  refuses: { 404: 'no such budget, table or unit, or not yours', 409: fixed[409] },
})
export const addUsualExpenses = endpoint('PUT /v1/budgets/expenses/usual', {
  summary: 'Add expenses that most condominiums have, without amounts, with their usual criterion',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({
    budget_id: Id('budget'),
    usual: z.array(z.enum(usualExpenseNames)).min(1, 'Scegli almeno una voce.').max(usualExpenseNames.length),
  }),
  status: 201,
  reply: BudgetDetail,
  refuses: fixed,
})
export const changeBudgetExpense = endpoint('POST /v1/budgets/expenses', {
  summary: `Change an expense of a draft${ofOthers}`,
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ budget_expense_id: Id('budget_expense'), ...expense }),
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

/** A reason why a budget cannot be issued yet. `count`: how many units or expenses it concerns; only the first are named. */
export const BudgetProblem = z.object({
  kind: z.enum([
    'no_expenses',
    'no_amount',
    'no_due_dates',
    'wrong_dates',
    'period_closed',
    'no_table',
    'no_units',
    'no_weight',
    'nobody',
    'no_payer',
    'no_usufructuary',
    'no_bare_owner',
    'shares',
    'no_tenant_percent',
    'credit',
  ]),
  message: z.string(),
  count: z.number(),
  names: z.array(z.string()).meta({ description: 'The first twenty' }),
})
export type BudgetProblem = z.infer<typeof BudgetProblem>
/** Something that is worth a look before the budget is issued, and does not prevent it. */
export const BudgetNotice = BudgetProblem.omit({ kind: true })
export type BudgetNotice = z.infer<typeof BudgetNotice>
const BudgetInstalment = z.object({ due_date: fields.StoredDay, amount: z.number() })
export const BudgetBill = z.object({
  unit_id: z.number(),
  unit: z.string(),
  subject_id: z.number(),
  subject_nominative: z.string(),
  amount: z.number(),
  lines: z.array(z.object({ item: z.number(), amount: z.number() })).meta({
    description: 'item: the place of the expense, from 0',
  }),
  instalments: z.array(BudgetInstalment),
})
export const BudgetPreview = z
  .object({
    problems: z.array(BudgetProblem),
    notices: z.array(BudgetNotice),
    bills_count: z.number(),
    units_count: z.number(),
    amount: z.number(),
    issue_date: fields.StoredDay,
    items: z.array(z.string()).meta({ description: 'The expenses, which the lines of the bills refer to' }),
    instalments: z.array(BudgetInstalment.extend({ bills_count: z.number() })).meta({
      description: 'What falls due on each day over all bills, earliest first',
    }),
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
