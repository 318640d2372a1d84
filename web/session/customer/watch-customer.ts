import { ApiError } from '../../api-error.ts'
import { meQuery, queries, shownCustomer } from '../queries.ts'
import { loseCustomer } from './chosen-customer.ts'

/**
 * Ends the session of every role when the customer on screen, or its state, cannot be fetched (specification §4, §8):
 * nobody goes on working for a customer that the server does not give. No answer at all is not a failure of the customer:
 * then the notices of an offline or restarting server say so, and the session waits. Call once.
 */
export function watchCustomer() {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (isOfShownCustomer(event.query.queryKey) && isAnswer(event.action.error)) loseCustomer()
  })
}

/** Keys of `customerQuery` and `customerStateQuery`. */
function isOfShownCustomer([noun, id, what]: readonly unknown[]): boolean {
  const user = queries.getQueryData(meQuery.queryKey)
  const customer = user && shownCustomer(user)
  return noun === 'customers' && !!customer && id === customer && (what === undefined || what === 'state')
}

/** 401 ends the session by itself. */
const isAnswer = (error: unknown) =>
  error instanceof ApiError && error.status > 0 && error.status !== 401 && error.status < 502
