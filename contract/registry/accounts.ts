import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    account: true
  }
}

/** awaiting: added by hand, not activated yet; closed: no longer in use, kept for its history. */
export const accountStates = ['awaiting', 'active', 'closed'] as const
export type AccountState = (typeof accountStates)[number]

/** Online payment methods that a condominium offers. A bank transfer is always possible. */
const flags = {
  flag_pay_card: z.boolean().meta({ description: 'Residents may pay by card' }),
  flag_pay_debit: z.boolean().meta({ description: 'Residents may pay by debit of their account' }),
  flag_pay_klarna: z.boolean().meta({ description: 'Residents may pay with Klarna' }),
}

/** A condominium. Money in cents. */
export const Account = z
  .object({
    account_id: z.number(),
    customer_id: z.number(),
    name: z.string(),
    fiscal_code: z.string().nullable(),
    iban: z.string().nullable().meta({
      description: 'Masked: the first and the last four characters; POST …/reveal-iban/{id} shows it',
    }),
    state: z.enum(accountStates),
    ...flags,
    address: z.string().nullable(),
    house_number: z.string().nullable(),
    city: z.string().nullable(),
    city_id: z.string().nullable(),
    zip_code: z.string().nullable(),
    prov: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    minimum_payment: z.number().nullable().meta({
      description: 'The least that may be paid at a time, in cents; null: whole instalments only',
    }),
    bills_count: fields.OfBills('Cancelled bills and drafts left out'),
    issued: fields.OfBills('Cents billed, cancelled bills and drafts left out'),
    collected: fields.OfBills('Cents received'),
    ...fields.owedOfBills,
    activated_at: fields.Instant.nullable(),
    closed_at: fields.Instant.nullable(),
    created_at: fields.Instant,
    updated_at: fields.Instant,
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

const writable = {
  name: fields.text(120, 'Scrivi il nome del condominio.'),
  fiscal_code: fields.OptionalFiscalCode,
  iban: fields.OptionalIban,
  address: fields.optionalText(120),
  house_number: fields.optionalText(20),
  city: fields.optionalText(60),
  city_id: fields.optionalText(6),
  zip_code: fields.OptionalZipCode,
  prov: fields.OptionalProvince,
  email: fields.OptionalEmail,
  phone: fields.optionalText(30),
  minimum_payment: fields.PositiveCents.min(50, 'Almeno 0,50 €.').nullish(),
}

export const {
  list: listAccounts,
  summarise: summariseAccounts,
  export: exportAccounts,
} = listEndpoints('accounts', {
  records: 'Condominiums',
  record: 'account',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  row: Account,
  totals: z.object({
    count: z.number(),
    issued: fields.OfBills('Cents billed'),
    collected: fields.OfBills('Cents received'),
    ...fields.owedOfBills,
  }),
  sorts: ['name', 'city', 'residue', 'overdue', 'issued', 'collected', 'bills_count'],
  by_bills: ['residue', 'overdue', 'issued', 'collected', 'bills_count'],
  columns: [
    'name',
    'fiscal_code',
    'iban',
    'address',
    'city',
    'prov',
    'bills_count',
    'issued',
    'collected',
    'residue',
    'overdue',
  ],
  filters: {
    prov: z.string().max(2).optional(),
    city: z.string().max(60).optional(),
    iban: z.enum(['with', 'without']).optional(),
    state: anyOf(accountStates).default(['awaiting', 'active']).meta({
      description: 'Closed ones are left out unless they are asked for',
    }),
  },
})
export const accountsOfCustomer = endpoint('GET /v1/accounts/customer/{id}', {
  summary:
    'All condominiums of a customer, with check_account=1 only those that can collect (active, IBAN present); closed ones are left out',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('customer'),
  query: z.object({ check_account: z.enum(['0', '1', 'true', 'false']).optional() }),
  reply: z.array(
    Account.pick({ account_id: true, customer_id: true, name: true, fiscal_code: true, city: true }),
  ),
  refuses: { 404: 'no such customer, or not yours' },
})
export const getAccount = endpoint('GET /v1/accounts/{id}', {
  summary: 'One condominium',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: Account,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const createAccount = endpoint('PUT /v1/accounts', {
  summary:
    'Create a condominium; one with an IBAN needs a fresh proof from a person (a program has none), and the full users of the ' +
    'office are told of it',
  allow: staff,
  permission: 'accounts:write',
  scope: 'whole_office',
  step_up: 'sometimes',
  body: z.object({ customer_id: Id('customer').optional(), ...writable }),
  status: 201,
  reply: Account,
  refuses: { 409: 'tax code or IBAN already used', 422: 'a super user has not chosen a customer' },
})
export const updateAccount = endpoint('POST /v1/accounts', {
  summary:
    'Change a condominium’s data; its IBAN is set here only while it has none, after a fresh proof, and is told like a change. ' +
    'An e-mail address in the place of another holds once it was confirmed in the mailbox of before, or by a super user',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  step_up: 'sometimes',
  body: z.object({ account_id: Id('account'), ...writable }),
  reply: Account,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'tax code or IBAN already used, IBAN already set, or too many requests to change the e-mail address',
  },
})

const Exists = z.object({
  exists: z.boolean(),
  account: z.object({ account_id: z.number(), name: z.string() }).nullable(),
  message: z.string().nullable().meta({ description: 'Names the condominium that has it' }),
})
const existsRefuses = { 404: 'no such customer, or not yours' }

export const existsByTaxId = endpoint('GET /v1/accounts/exists-by-taxid/{id}', {
  summary:
    'Whether a condominium of this customer has the tax code; it is told of those that the caller sees alone',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('customer'),
  query: z.object({ taxId: z.string().trim().max(60).default('') }),
  reply: Exists,
  refuses: existsRefuses,
})
export const existsByIban = endpoint('GET /v1/accounts/exists-by-iban/{id}', {
  summary:
    'Whether a condominium of this customer has the IBAN; it is told of those that the caller sees alone',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('customer'),
  query: z.object({ iban: z.string().trim().max(60).default('') }),
  reply: Exists,
  refuses: existsRefuses,
})
export const accountsOfUser = endpoint('GET /v1/accounts/user/{id}', {
  summary:
    'The condominiums that a user sees: of an office’s user all of the customer’s, or those a sub-user was given',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('user'),
  reply: accountsOfCustomer.reply,
  refuses: { 404: 'no such user, or not of your office' },
})
export const updateFlags = endpoint('POST /v1/accounts/update-flags/{id}', {
  summary: 'Which ways to pay online a condominium offers; what is left out stays as it is',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('account'),
  body: z.strictObject({
    flag_pay_card: flags.flag_pay_card.optional(),
    flag_pay_debit: flags.flag_pay_debit.optional(),
    flag_pay_klarna: flags.flag_pay_klarna.optional(),
  }),
  reply: Account,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const activateAccount = endpoint('PUT /v1/accounts/activated/{id}', {
  summary:
    'Activate a condominium: the mail that says so goes to its contact and to the office. Again: nothing more',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('account'),
  reply: Account,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'it is closed, or lacks its tax code or IBAN; the fields say which',
  },
})
export const deleteAccount = endpoint('DELETE /v1/accounts/{id}', {
  summary:
    'Remove a condominium: erased when nothing hangs on it, else closed. Refused while money is open or under way',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  step_up: true,
  params: IdParams('account'),
  reply: z.object({ account_id: z.number(), outcome: z.enum(['erased', 'closed']) }),
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'money is open or under way; the fields say what',
  },
})
