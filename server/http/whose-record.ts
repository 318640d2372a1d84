import type { Tx } from '../db/connection.ts'
import type { Actor } from './actor.ts'
import { ApiError, notFound } from './errors.ts'

/**
 * The customer for whom a record is made: the one named, if the actor sees it, else the one the actor works for. Refuses
 * with 404 a customer unseen, with 422 a super user who has chosen none.
 */
export async function whoseRecord(tx: Tx, actor: Actor, named: number | undefined): Promise<number> {
  const customer_id = named ?? actor.customer_id
  if (customer_id === null) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavorare.')
  const [customer] = await tx`select from customers where customer_id = ${customer_id}`
  if (!customer) throw notFound('Il cliente')
  return customer_id
}
