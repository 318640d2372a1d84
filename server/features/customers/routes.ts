import * as contract from '@saldo/contract/registry/customers'
import { summaryOf } from '../../db/listing.ts'
import { exportReply } from '../../exports/export-reply.ts'
import { serveWholeList } from '../../exports/serve-whole-list.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { selectUsers } from '../users/select-users.ts'
import { activateCustomer } from './activate-customer.ts'
import { activationRoutes } from './activations.ts'
import { completeIncomplete } from './complete-incomplete.ts'
import { customerColumns } from './customer-columns.ts'
import { customerDetail } from './customer-detail.ts'
import { customers } from './customers-list.ts'
import { groupAndSectorRoutes } from './groups-and-sectors.ts'
import { incompleteRoutes } from './incomplete-customers.ts'
import { saveCustomer } from './save-customer.ts'

const listCustomers = serveWholeList(contract.listCustomers, customers)

const summariseCustomers = serve(contract.summariseCustomers, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, customers, query, (sums) => sums`count(*) as count`)
  return { count }
})

const exportCustomers = serveAcross(contract.exportCustomers, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: customers,
    query,
    columns: customerColumns,
    name: 'clienti',
  }),
)

const getCustomer = serve(contract.getCustomer, async ({ tx, params }) => {
  return customerDetail(tx, params.id)
})

const awaiting = {
  error: 'AWAITING_ACTIVATION',
  message: 'In attesa di attivazione: il menu completo si apre appena è attivo.',
}

const customerState = serve(contract.customerState, async ({ tx, params }) => {
  const [customer] = await tx`select state from customers where customer_id = ${params.id}`
  if (!customer) throw notFound('Il cliente')
  return customer.state === '1' ? { error: 'OK', message: '' } : awaiting
})

const usersOfCustomer = serve(contract.usersOfCustomer, async ({ tx, params }) => {
  await customerDetail(tx, params.customer_id)
  return selectUsers(tx, tx`u.customer_id = ${params.customer_id}`)
})

export const customerRoutes = [
  ...activationRoutes,
  listCustomers,
  summariseCustomers,
  exportCustomers,
  getCustomer,
  customerState,
  usersOfCustomer,
  saveCustomer,
  activateCustomer,
  ...incompleteRoutes,
  completeIncomplete,
  ...groupAndSectorRoutes,
]
