import { z } from 'zod'
import { endpoint, file, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints, page } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    agent: true
    agent_customer: true
  }
}

const superUser = ['super_user'] as const

/** An agent: sells Saldo and earns a share of the platform's fees on the customers' payments. */
export const Agent = z
  .object({
    agent_id: z.number(),
    name: z.string().meta({ description: 'The business name, else first and last name' }),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    business_name: z.string().nullable(),
    fiscal_code: z.string().nullable(),
    vat_number: z.string().nullable(),
    email: z.string(),
    phone: z.string().nullable(),
    commission_bps: z.number().meta({ description: 'Basis points of the platform’s fees' }),
    status: z.enum(['active', 'ended']),
    ended_on: fields.StoredDay.nullable().meta({ description: 'The last day' }),
    customers_count: z.number().meta({ description: 'Customers looked after today' }),
    to_pay_cents: z.number().meta({ description: 'Closed months that are not paid yet' }),
    created_at: fields.Instant,
    updated_at: fields.Instant,
  })
  .meta({ id: 'Agent' })
export type Agent = z.infer<typeof Agent>

export const {
  list: listAgents,
  summarise: summariseAgents,
  export: exportAgents,
} = listEndpoints('agents', {
  records: 'Agents, with how many customers they look after and what they are still to be paid',
  record: 'agent',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  row: Agent,
  totals: z.object({ count: z.number(), to_pay_cents: z.number() }),
  sorts: ['name', 'created_at'],
  columns: [
    'name',
    'status',
    'fiscal_code',
    'vat_number',
    'email',
    'phone',
    'commission_bps',
    'customers_count',
    'to_pay_cents',
    'created_at',
  ],
  filters: { status: z.enum(['active', 'ended']).optional() },
  export_step_up: true,
})

const noAgent = { 404: 'no such agent' } as const

/** The part of an agent's data that an office may see. */
export const AgentContact = z
  .object({ name: z.string(), email: z.string(), phone: z.string().nullable(), from_date: fields.StoredDay })
  .meta({ id: 'AgentContact' })

export const myAgent = endpoint('GET /v1/agents/mine', {
  summary: 'The agent who looks after one’s own office today, and how to reach them; null: nobody',
  allow: ['customer'],
  permission: null,
  scope: 'all_customers',
  reply: z.object({ agent: AgentContact.nullable() }),
})

export const getAgent = endpoint('GET /v1/agents/{id}', {
  summary: 'One agent',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('agent'),
  reply: Agent,
  refuses: noAgent,
})

export const saveAgent = endpoint('PUT /v1/agents', {
  summary:
    'Save an agent, without agent_id a new one: a business name, or first and last name; a tax number. What is left out stays. ' +
    'Another rate counts for all months that are not closed yet',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  body: z.object({
    agent_id: Id('agent').optional(),
    firstname: fields.optionalText(60),
    lastname: fields.optionalText(60),
    business_name: fields.optionalText(160),
    fiscal_code: fields.OptionalFiscalCode,
    vat_number: fields.OptionalVatNumber,
    email: fields.Email,
    phone: fields.optionalText(30),
    commission_bps: z
      .number('Scrivi la provvigione.')
      .int('Scrivi punti base interi: 1250 sono il 12,5 %.')
      .min(0, 'La provvigione non può essere negativa.')
      .max(10_000, 'La provvigione non può superare il 100 %.'),
  }),
  reply: Agent,
  refuses: { ...noAgent, 409: 'another agent has this tax number' },
})

export const endAgent = endpoint('PUT /v1/agents/ended/{id}', {
  summary:
    'An agent’s last day: whoever they look after is theirs until then. null: active again, without customers',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('agent'),
  body: z.object({ ended_on: fields.Day.nullable() }),
  reply: Agent,
  refuses: {
    ...noAgent,
    400: 'the day is in the future',
    409: 'customers are theirs from a later day on, or the day is in a closed month',
  },
})

export const removeAgent = endpoint('DELETE /v1/agents/{id}', {
  summary: 'Remove an agent who never had a customer nor a closed month',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('agent'),
  status: 204,
  reply: z.undefined(),
  refuses: { ...noAgent, 409: 'customers or closed months are theirs: end the agent instead' },
})

/** The assignment of a customer to an agent, from a day to a day, both included. */
export const AgentCustomer = z
  .object({
    agent_customer_id: z.number(),
    agent_id: z.number(),
    agent_name: z.string(),
    customer_id: z.number(),
    business_name: z.string(),
    city: z.string().nullable(),
    from_date: fields.StoredDay,
    to_date: fields.StoredDay.nullable().meta({ description: 'null: still' }),
  })
  .meta({ id: 'AgentCustomer' })
export type AgentCustomer = z.infer<typeof AgentCustomer>

export const {
  list: listAgentCustomers,
  summarise: summariseAgentCustomers,
  export: exportAgentCustomers,
} = listEndpoints('agents/assignments', {
  records: 'Which customer is which agent’s, from when to when',
  record: 'agent_customer',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  row: AgentCustomer,
  totals: z.object({ count: z.number() }),
  sorts: ['from_date', 'business_name'],
  columns: ['agent_name', 'business_name', 'city', 'from_date', 'to_date'],
  filters: {
    agent_id: Id('agent').optional(),
    customer_id: Id('customer').optional(),
    current: z.enum(['0', '1']).optional().meta({ description: '1: theirs today' }),
  },
})

const noAssignment = { 404: 'no such assignment' } as const

export const assignCustomer = endpoint('POST /v1/agents/assignments', {
  summary:
    'Give a customer to an agent. `replace`: whoever has the customer then has it until the day before',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  body: z.object({
    agent_id: Id('agent'),
    customer_id: Id('customer'),
    from_date: fields.Day,
    to_date: fields.Day.nullish(),
    replace: z.boolean().default(false),
  }),
  status: 201,
  reply: AgentCustomer,
  refuses: {
    404: 'no such agent or customer',
    409: 'the customer is somebody’s then, the agent has ended, or a month that it would change is closed',
  },
})

export const moveAssignment = endpoint('PUT /v1/agents/assignments/{id}', {
  summary: 'Change from when and until when a customer is an agent’s; what is left out stays',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('agent_customer'),
  body: z.object({ from_date: fields.Day.optional(), to_date: fields.Day.nullish() }),
  reply: AgentCustomer,
  refuses: {
    ...noAssignment,
    409: 'the customer is somebody’s then, the agent has ended, or a month that it would change is closed',
  },
})

export const removeAssignment = endpoint('DELETE /v1/agents/assignments/{id}', {
  summary: 'Take back an assignment that was a mistake',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('agent_customer'),
  status: 204,
  reply: z.undefined(),
  refuses: { ...noAssignment, 409: 'a month that it would change is closed' },
})

/** A calendar month of Europe/Rome, `yyyy-mm`. */
export const Month = z
  .string('Scrivi un mese.')
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Scrivi il mese come 2026-09.')

const sums = {
  fees_cents: z.number().meta({ description: 'What the platform kept' }),
  reversed_cents: z.number().meta({ description: 'What it gave back with refunds' }),
  base_cents: z.number(),
  commission_cents: z.number().meta({ description: 'Negative when more was given back than kept' }),
}

/** An agent's earnings of a month: computed while it is open, stored once it is closed. */
export const CommissionMonth = z
  .object({
    agent_id: z.number(),
    month: z.string(),
    status: z
      .enum(['running', 'open', 'closed', 'paid'])
      .meta({ description: 'running: not over yet; open: may be closed' }),
    ...sums,
    customers_count: z.number().meta({ description: 'Customers with fees, kept or given back' }),
    closed_at: fields.Instant.nullable(),
    paid_on: fields.StoredDay.nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: 'CommissionMonth' })
export type CommissionMonth = z.infer<typeof CommissionMonth>

export const CommissionLine = z
  .object({
    customer_id: z.number(),
    business_name: z.string(),
    commission_bps: z.number(),
    ...sums,
  })
  .meta({ id: 'CommissionLine' })
export type CommissionLine = z.infer<typeof CommissionLine>

const ofAgent = z.object({ agent_id: Id('agent') })
const ofMonth = ofAgent.extend({ month: Month })

export const listCommissions = endpoint('GET /v1/agents/commissions/{agent_id}', {
  summary: 'An agent’s months with customers, the latest first, and what each comes to',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: ofAgent,
  query: z.object({
    limit: z.coerce.number<number | string>().int().min(1).max(60).default(12),
    cursor: Month.optional().meta({ description: 'The months before this one' }),
  }),
  reply: page(CommissionMonth),
  refuses: noAgent,
})

export const getCommission = endpoint('GET /v1/agents/commissions/{agent_id}/{month}', {
  summary: 'What an agent’s month comes to',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: ofMonth,
  reply: CommissionMonth,
  refuses: noAgent,
})

export const listCommissionLines = endpoint('GET /v1/agents/commissions/{agent_id}/{month}/lines', {
  summary: 'A month’s commission, customer by customer, a page at a time',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: ofMonth,
  query: z.object({
    sort: z.enum(['business_name', '-business_name']).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  reply: page(CommissionLine),
  refuses: noAgent,
})

export const exportCommissionLines = endpoint('GET /v1/agents/commissions/{agent_id}/{month}/export', {
  heavy: 'export',
  summary: 'A month’s commission, customer by customer, as a file',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: ofMonth,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: file('text/csv'),
  refuses: noAgent,
})

export const closeMonth = endpoint('POST /v1/agents/commissions/close', {
  summary:
    'Close a month that is over: what it comes to stays as it is. Closing it again changes nothing; what comes later counts later',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  step_up: true,
  body: z.object({ agent_id: Id('agent'), month: Month }),
  reply: CommissionMonth,
  refuses: { ...noAgent, 409: 'the month is not over, or they had no customers in it' },
})

export const payCommission = endpoint('POST /v1/agents/commissions/pay', {
  summary: 'Note that a closed month was paid, on which day and how; the same again changes nothing',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  step_up: true,
  body: z.object({
    agent_id: Id('agent'),
    month: Month,
    paid_on: fields.Day,
    reference: fields.text(140, 'Scrivi con che cosa l’hai pagata, per esempio il numero del bonifico.'),
  }),
  reply: CommissionMonth,
  refuses: {
    ...noAgent,
    400: 'the day is in the future, or before the month was over',
    409: 'not closed, nothing to pay, or paid otherwise',
  },
})
