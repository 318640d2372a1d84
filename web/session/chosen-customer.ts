import { api, type Reply } from '../api.ts'
import { discardDrafts } from '../ui/form/drafts.ts'
import { announce } from './events.ts'
import { accountsOfCustomerQuery, customerQuery, customerStateQuery, queries } from './queries.ts'
import { customerSelection } from './select-customer.ts'
import { chosenCustomer, keepChosenCustomer } from './stored.ts'
import { endSession } from './tokens.ts'

/** The super user looks at another customer's data; null: at everyone's. See `customerSelection`. */
export const { select: selectCustomer, fail: loseCustomer } = customerSelection<
  Reply<'GET /v1/customers/{id}'>
>({
  load: (id) => api('GET /v1/customers/{id}', { params: { id } }),
  remember: (id, customer) => {
    if (Number(chosenCustomer()) !== (id ?? 0)) {
      keepChosenCustomer(id)
      // What was typed for one customer is not for another.
      discardDrafts()
      announce('customer-changed')
    }
    if (id !== null && customer) queries.setQueryData(customerQuery(id).queryKey, customer)
  },
  checkState: (id) => api('GET /v1/customers/state/{id}', { params: { id } }),
  allowMenu: (id, allowed, message) =>
    queries.setQueryData(customerStateQuery(id).queryKey, { error: allowed ? 'OK' : 'WITHHELD', message }),
  loadAccounts: (id) => queries.fetchQuery(accountsOfCustomerQuery(id)),
  expireSession: () => endSession('expiry'),
})
