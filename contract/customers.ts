import { z } from 'zod'
import { endpoint, Id, IdParams } from './endpoint.ts'
import { listQueries, page } from './list.ts'

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
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

const queries = listQueries({
  sorts: ['customer_id', 'business_name'],
  columns: ['customer_id', 'business_name'],
  filters: {},
})

export const listCustomers = endpoint('GET /v1/customers', {
  summary: 'All customers, for the back office to choose from',
  allow: ['super_user'],
  query: queries.page,
  reply: page(Customer),
})

export const summariseCustomers = endpoint('GET /v1/customers/summary', {
  summary: 'How many customers the filters leave',
  allow: ['super_user'],
  query: queries.summary,
  reply: z.object({ count: z.number() }),
})

export const getCustomer = endpoint('GET /v1/customers/{id}', {
  summary: 'One customer: one’s own, or any for a super user',
  section: null,
  allow: ['customer', 'awaiting', 'store', 'super_user'],
  params: IdParams,
  reply: Customer,
  refuses: { 404: 'no such customer, or not yours' },
})

export const customerState = endpoint('GET /v1/customers/state/{id}', {
  summary: 'Whether the customer may use the full menu: error is OK when it may, else message says why not',
  section: null,
  allow: ['customer', 'awaiting', 'store', 'super_user'],
  params: z.object({ id: Id }),
  reply: z.object({ error: z.string(), message: z.string() }),
  refuses: { 404: 'no such customer, or not yours' },
})
