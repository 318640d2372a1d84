import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from './endpoint.ts'
import * as fields from './fields.ts'
import { listEndpoints } from './list.ts'

/** A condominium. Money in cents. */
export const Account = z
  .object({
    account_id: z.number(),
    customer_id: z.number(),
    name: z.string(),
    fiscal_code: z.string().nullable(),
    iban: z.string().nullable(),
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
    bills_count: z.number().meta({ description: 'Cancelled bills and drafts left out' }),
    issued: z.number().meta({ description: 'Cents billed, cancelled bills and drafts left out' }),
    collected: z.number().meta({ description: 'Cents received' }),
    residue: z.number().meta({ description: 'Cents still due' }),
    overdue: z.number().meta({ description: 'Cents past their due date, of bills in state overdue' }),
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
  allow: staff,
  row: Account,
  totals: z.object({
    count: z.number(),
    issued: z.number(),
    collected: z.number(),
    residue: z.number(),
    overdue: z.number(),
  }),
  sorts: ['name', 'city', 'residue', 'overdue', 'issued', 'collected', 'bills_count'],
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
  },
})
export const accountsOfCustomer = endpoint('GET /v1/accounts/customer/{id}', {
  summary: 'All condominiums of a customer, with check_account=1 only those that can collect (IBAN present)',
  allow: staff,
  params: IdParams,
  query: z.object({ check_account: z.enum(['0', '1', 'true', 'false']).optional() }),
  reply: z.array(
    Account.pick({ account_id: true, customer_id: true, name: true, fiscal_code: true, city: true }),
  ),
  refuses: { 404: 'no such customer, or not yours' },
})
export const getAccount = endpoint('GET /v1/accounts/{id}', {
  summary: 'One condominium',
  allow: staff,
  params: IdParams,
  reply: Account,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const createAccount = endpoint('PUT /v1/accounts', {
  whole_office: true,
  summary: 'Create a condominium',
  allow: staff,
  body: z.object({ customer_id: Id.optional(), ...writable }),
  status: 201,
  reply: Account,
  refuses: { 409: 'tax code or IBAN already used', 422: 'a super user has not chosen a customer' },
})
export const updateAccount = endpoint('POST /v1/accounts', {
  summary: 'Change a condominium’s data; its IBAN is set here only while it has none',
  allow: staff,
  body: z.object({ account_id: Id, ...writable }),
  reply: Account,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'tax code or IBAN already used, or IBAN already set',
  },
})
