import { api, type Reply } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { discardDrafts } from '../../ui/form/drafts.ts'
import { emitSessionEvent } from '../events.ts'
import { endImpersonation } from '../impersonation/impersonation.ts'
import { accountsOfCustomerQuery, customerQuery, customerStateQuery, queries } from '../queries.ts'
import { chosenCustomer, storeChosenCustomer } from '../stored-session.ts'
import { endSession } from '../tokens.ts'
import { customerSelection } from './select-customer.ts'

const { select, fail } = customerSelection<Reply<'GET /v1/customers/{id}'>>({
  load: (id) => asked(() => api('GET /v1/customers/{id}', { params: { id } })),
  remember: (id, customer) => {
    if (Number(chosenCustomer()) !== (id ?? 0)) {
      storeChosenCustomer(id)
      // Drafts typed for one customer must not be used for another.
      discardDrafts()
      emitSessionEvent('customer-changed')
    }
    if (id !== null && customer) queries.setQueryData(customerQuery(id).queryKey, customer)
  },
  checkState: (id) => asked(() => api('GET /v1/customers/state/{id}', { params: { id } })),
  allowMenu: (id, allowed, message) =>
    queries.setQueryData(customerStateQuery(id).queryKey, { error: allowed ? 'OK' : 'WITHHELD', message }),
  loadAccounts: (id) => queries.fetchQuery(accountsOfCustomerQuery(id)),
  expireSession: () => endSession('expiry'),
})
export const loseCustomer = fail

/**
 * The super user sees this customer from now on; null: none, all customers' data. See `customerSelection`. Whoever
 * impersonates the one before stops that first, so that coming back to it asks for a reason again.
 */
export async function selectCustomer(id: number | null): Promise<boolean> {
  const before = Number(chosenCustomer())
  if (before > 0 && before !== id)
    await endImpersonation('other_customer').catch((error: Error) => alertToast(error.message, 'danger'))
  return select(id)
}

const asksAgainAfter = 1000

/**
 * A call that failed is repeated once before it counts as a failure. A reload also aborts its calls: the page is gone
 * then, and the session must not end because of that.
 */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 502) throw error
    await new Promise((resolve) => setTimeout(resolve, asksAgainAfter))
    return ask()
  }
}
