import { z } from 'zod'
import { endpoint, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { User } from '../identity/users.ts'
import { listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    customer: true
    customer_group: true
    sector: true
    incomplete_customer: true
  }
}

export const Customer = z
  .object({
    customer_id: z.number(),
    business_name: z.string(),
    is_store: z.boolean(),
    state: z.enum(['0', '1']).meta({ description: '0 awaiting activation, 1 active' }),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    address: z.string().nullable(),
    house_number: z.string().nullable(),
    city: z.string().nullable(),
    zip_code: z.string().nullable(),
    prov: z.string().nullable(),
    fiscal_code: z.string().nullable(),
    vat_number: z.string().nullable(),
    primary_email: z.string().nullable(),
    primary_mobile_phone: z.string().nullable(),
    group_id: z.number().nullable(),
    group_name: z.string().nullable(),
    sector_id: z.number().nullable(),
    sector_name: z.string().nullable(),
    accounts_count: z.number().meta({ description: 'Condominiums' }),
    documents_to_check: z.number().meta({ description: 'Documents that nobody has looked at yet' }),
    created_at: fields.Instant,
    updated_at: fields.Instant,
    activated_at: fields.Instant.nullable(),
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

const office = ['customer', 'awaiting', 'store', 'super_user'] as const
const superUser = ['super_user'] as const
const noCustomer = { 404: 'no such customer, or not yours' } as const

const writable = {
  is_store: z.boolean().optional().meta({ description: 'Said by super users alone' }),
  firstname: fields.optionalText(60),
  lastname: fields.optionalText(60),
  address: fields.optionalText(120),
  house_number: fields.optionalText(20),
  city: fields.optionalText(60),
  zip_code: fields.OptionalZipCode,
  prov: fields.OptionalProvince,
  fiscal_code: fields.OptionalFiscalCode,
  vat_number: fields.OptionalVatNumber,
  primary_email: fields.OptionalEmail,
  primary_mobile_phone: fields.optionalText(30),
  group_id: Id('customer_group').nullish().meta({ description: 'Said by super users alone' }),
  sector_id: Id('sector').nullish(),
}
const business_name = fields.text(160, 'Scrivi la ragione sociale.')

const columns = [
  'customer_id',
  'business_name',
  'is_store',
  'state',
  'firstname',
  'lastname',
  'address',
  'city',
  'zip_code',
  'prov',
  'fiscal_code',
  'vat_number',
  'primary_email',
  'primary_mobile_phone',
  'group',
  'sector',
  'created_at',
] as const

export const {
  list: listCustomers,
  summarise: summariseCustomers,
  export: exportCustomers,
} = listEndpoints('customers', {
  records: 'All customers, for the back office to choose from and to look after',
  whole_without_page: true,
  record: 'customer',
  allow: superUser,
  permission: 'office:read',
  scope: 'all_customers',
  row: Customer,
  totals: z.object({ count: z.number() }),
  sorts: ['customer_id', 'business_name', 'city', 'created_at'],
  columns,
  filters: {
    state: z.enum(['0', '1']).optional(),
    is_store: z.enum(['0', '1']).optional(),
    prov: z.string().max(2).optional(),
    group_id: Id('customer_group').optional(),
    sector_id: Id('sector').optional(),
    documents: z.enum(['to_check']).optional().meta({ description: 'With documents nobody has looked at' }),
  },
  export_step_up: true,
})

export const getCustomer = endpoint('GET /v1/customers/{id}', {
  summary: 'One customer: one’s own, or any for a super user',
  allow: office,
  permission: null,
  scope: 'all_customers',
  params: IdParams('customer'),
  reply: Customer,
  refuses: noCustomer,
})

export const customerState = endpoint('GET /v1/customers/state/{id}', {
  summary: 'Whether the customer may use the full menu: error is OK when it may, else message says why not',
  allow: office,
  permission: null,
  scope: 'all_customers',
  params: z.object({ id: Id('customer') }),
  reply: z.object({ error: z.string(), message: z.string() }),
  refuses: noCustomer,
})

export const saveCustomer = endpoint('PUT /v1/customers', {
  summary:
    'Save a customer: what is left out stays. One’s own; super users any, and without customer_id a new one, which must ' +
    'be complete. An e-mail address in the place of another holds once it was confirmed in the mailbox of before, or by ' +
    'another super user; what a super user writes for an office that is not active yet holds at once',
  allow: office,
  permission: 'office:write',
  scope: 'whole_office_of_any',
  // Completing the data of offices is the back office's own work.
  impersonation: 'unneeded',
  step_up: 'sometimes',
  body: z.object({ customer_id: Id('customer').optional(), business_name, ...writable }),
  reply: Customer,
  refuses: {
    ...noCustomer,
    409: 'another customer has this tax number, too many requests to change the e-mail address, back_office_address: its mailbox is the back office’s, or feature_off: no new customers for now',
  },
})

export const activateCustomer = endpoint('PUT /v1/customers/activated/{id}', {
  summary:
    'Activate a customer (state 0 → 1): it is told, also by mail. One that is active already stays as it is. Documents or ' +
    'users that the check list lacks need a reason',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  params: IdParams('customer'),
  body: z
    .object({
      override_reason: fields.optionalText(500).meta({
        description: 'Why it is activated although the check list lacks something besides the office’s data',
      }),
    })
    .prefault({}),
  reply: Customer,
  refuses: {
    ...noCustomer,
    409: 'something is still wanting: fields says which data; without_checks: a reason is needed',
  },
})

export const usersOfCustomer = endpoint('GET /v1/customers/users/{customer_id}', {
  summary: 'Who signs in for a customer, by name',
  allow: superUser,
  permission: 'office:read',
  scope: 'all_customers',
  params: z.object({ customer_id: Id('customer') }),
  reply: z.array(User),
  refuses: noCustomer,
})

const typed = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    fields.text(max).nullish(),
  )

/** Stored as typed; only texts that are too long are refused. */
const asTyped = {
  business_name: typed(160),
  is_store: z.boolean().optional(),
  firstname: typed(60),
  lastname: typed(60),
  address: typed(120),
  house_number: typed(20),
  city: typed(60),
  zip_code: typed(20),
  prov: typed(20),
  fiscal_code: typed(40),
  vat_number: typed(40),
  primary_email: typed(254),
  primary_mobile_phone: typed(30),
  group_id: Id('customer_group').nullish(),
  sector_id: Id('sector').nullish(),
}

export const IncompleteCustomer = z
  .object({
    incomplete_id: z.number(),
    business_name: z.string().nullable(),
    is_store: z.boolean(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    address: z.string().nullable(),
    house_number: z.string().nullable(),
    city: z.string().nullable(),
    zip_code: z.string().nullable(),
    prov: z.string().nullable(),
    fiscal_code: z.string().nullable(),
    vat_number: z.string().nullable(),
    primary_email: z.string().nullable(),
    primary_mobile_phone: z.string().nullable(),
    group_id: z.number().nullable(),
    sector_id: z.number().nullable(),
    missing: z
      .record(z.string(), z.string())
      .meta({ description: 'Field → what is wanting or wrong, in Italian; empty: it can be completed' }),
    created_by: z.string().nullable(),
    created_at: fields.Instant,
    updated_at: fields.Instant,
  })
  .meta({ id: 'IncompleteCustomer' })
export type IncompleteCustomer = z.infer<typeof IncompleteCustomer>

export const {
  list: listIncomplete,
  summarise: summariseIncomplete,
  export: exportIncomplete,
} = listEndpoints('customers/incomplete', {
  records: 'Customers of which something is still wanting',
  whole_without_page: true,
  record: 'incomplete_customer',
  allow: superUser,
  permission: 'office:read',
  scope: 'all_customers',
  row: IncompleteCustomer,
  totals: z.object({ count: z.number() }),
  sorts: ['updated_at'],
  columns: [
    'business_name',
    'city',
    'prov',
    'fiscal_code',
    'vat_number',
    'primary_email',
    'primary_mobile_phone',
    'missing',
  ],
  filters: {},
  export_step_up: true,
})

const IncompleteParams = z.object({ incomplete_id: Id('incomplete_customer') })
const noIncomplete = { 404: 'no such incomplete customer: perhaps it has been completed' } as const

export const getIncomplete = endpoint('GET /v1/customers/incomplete/{incomplete_id}', {
  summary: 'One incomplete customer, with what is wanting',
  allow: superUser,
  permission: 'office:read',
  scope: 'all_customers',
  params: IncompleteParams,
  reply: IncompleteCustomer,
  refuses: noIncomplete,
})
export const saveIncomplete = endpoint('PUT /v1/customers/incomplete', {
  summary:
    'Keep what is known of a customer, as typed; without incomplete_id a new one. What is left out stays',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  body: z.object({ incomplete_id: Id('incomplete_customer').optional(), ...asTyped }),
  reply: IncompleteCustomer,
  refuses: noIncomplete,
})
export const completeIncomplete = endpoint('POST /v1/customers/incomplete/complete/{incomplete_id}', {
  summary: 'Make a customer of what was kept and what is sent now; it then awaits activation',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  params: IncompleteParams,
  body: z.object({ business_name: business_name.optional(), ...writable }),
  status: 201,
  reply: Customer,
  refuses: {
    ...noIncomplete,
    400: 'something is wanting or wrong',
    409: 'another customer has this tax number',
  },
})
export const removeIncomplete = endpoint('DELETE /v1/customers/incomplete/{incomplete_id}', {
  summary: 'Give up an incomplete customer',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  params: IncompleteParams,
  status: 204,
  reply: z.undefined(),
  refuses: noIncomplete,
})

const name = fields.text(80, 'Scrivi il nome.')
const taken = { 409: 'there is one of this name' } as const

export const CustomerGroup = z
  .object({ group_id: z.number(), name: z.string(), customers: z.number() })
  .meta({ id: 'CustomerGroup' })
export type CustomerGroup = z.infer<typeof CustomerGroup>
export const listGroups = endpoint('GET /v1/customers/groups', {
  summary: 'The groups that customers belong to (associations, franchises), by name, with how many each has',
  allow: superUser,
  permission: 'office:read',
  scope: 'all_customers',
  reply: z.array(CustomerGroup),
})
export const saveGroup = endpoint('PUT /v1/customers/groups', {
  summary: 'Make a group, or rename one',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  body: z.object({ group_id: Id('customer_group').optional(), name }),
  reply: CustomerGroup,
  refuses: { 404: 'no such group', ...taken },
})
export const removeGroup = endpoint('DELETE /v1/customers/groups/{id}', {
  summary: 'Remove a group to which nobody belongs',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  params: IdParams('customer_group'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such group', 409: 'customers belong to it' },
})

export const Sector = z
  .object({
    sector_id: z.number(),
    name: z.string(),
    customers: z.number().meta({ description: 'To super users: how many customers are in it' }),
  })
  .meta({ id: 'Sector' })
export type Sector = z.infer<typeof Sector>
export const listSectors = endpoint('GET /v1/customers/sectors', {
  summary: 'What customers do, by name',
  allow: office,
  permission: null,
  scope: 'all_customers',
  reply: z.array(Sector),
})
export const saveSector = endpoint('PUT /v1/customers/sectors', {
  summary: 'Make a sector, or rename one',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  body: z.object({ sector_id: Id('sector').optional(), name }),
  reply: Sector,
  refuses: { 404: 'no such sector', ...taken },
})
export const removeSector = endpoint('DELETE /v1/customers/sectors/{id}', {
  summary: 'Remove a sector in which nobody is',
  allow: superUser,
  permission: 'office:write',
  scope: 'all_customers',
  params: IdParams('sector'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such sector', 409: 'customers are in it' },
})
