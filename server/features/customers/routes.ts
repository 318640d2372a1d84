import * as contract from '@saldo/contract/customers'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { customers } from './customers-list.ts'
import { seeAllCustomers } from './see-all-customers.ts'

const listCustomers = serve(contract.listCustomers, async ({ tx, actor, query }) => {
  await seeAllCustomers(tx, actor)
  const page = await pageOf(tx, customers, query)
  return { ...page, items: page.items as never[] }
})

const summariseCustomers = serve(contract.summariseCustomers, async ({ tx, actor, query }) => {
  await seeAllCustomers(tx, actor)
  const { count } = await summaryOf(tx, customers, query, (sums) => sums`count(*) as count`)
  return { count }
})

const getCustomer = serve(contract.getCustomer, async ({ tx, actor, params }) => {
  await seeAllCustomers(tx, actor)
  const [customer] = await tx<contract.Customer[]>`
    select ${customers.select(tx)} from ${customers.from(tx)} where c.customer_id = ${params.id}`
  if (!customer) throw notFound('Il cliente')
  return customer
})

const awaiting = {
  error: 'AWAITING_ACTIVATION',
  message: 'In attesa di attivazione: il menu completo si apre appena è attivo.',
}

const customerState = serve(contract.customerState, async ({ tx, actor, params }) => {
  await seeAllCustomers(tx, actor)
  const [customer] = await tx`select state from customers where customer_id = ${params.id}`
  if (!customer) throw notFound('Il cliente')
  return customer.state === '1' ? { error: 'OK', message: '' } : awaiting
})

export const customerRoutes = [listCustomers, summariseCustomers, getCustomer, customerState]
