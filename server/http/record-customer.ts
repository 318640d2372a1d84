import type { Tx } from '../db/connection.ts'
import type { Actor } from './actor.ts'
import { ApiError, notFound } from './errors.ts'

/**
 * The customer who gets the new record: the one named in the request if the actor sees it, else the actor's own.
 * Refuses with 404 if the named customer is not visible, with 422 if a super user has chosen none.
 */
export async function recordCustomer(tx: Tx, actor: Actor, named: number | undefined): Promise<number> {
  const customer_id = named ?? actor.customer_id
  if (customer_id === null) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavorare.')
  const [customer] = await tx`select from customers where customer_id = ${customer_id}`
  if (!customer) throw notFound('Il cliente')
  return customer_id
}
