import type { Tx } from '../db/connection.ts'
import type { Actor } from './actor.ts'

/**
 * In a transaction of the system that goes on with what an actor began: the audit log writes what follows in their name and, if
 * a super user impersonates the office for which they work, for whom and why.
 */
export async function actInNameOf(tx: Tx, actor: Actor): Promise<void> {
  await tx`
    select set_config('saldo.customer_id', ${String(actor.customer_id ?? '')}, true),
      set_config('saldo.user_id', ${String(actor.user_id ?? '')}, true)`
  await sayForWhom(tx, actor, actor.customer_id)
}

/**
 * In a transaction of the system that goes on with what a payer began: the audit log writes what follows in the name of this user
 * or, if it is null, of whoever holds the link.
 */
export const actForPayer = (tx: Tx, user_id: number | null) => tx`
  select set_config('saldo.user_id', ${String(user_id ?? '')}, true),
    set_config('saldo.by_link', ${user_id === null ? 'yes' : ''}, true)`

/**
 * The audit log says for whom and why if the actor impersonates this customer, not another. Transactions that were opened for a
 * chosen customer know it; call it where the back office works for all customers.
 */
export async function sayForWhom(tx: Tx, actor: Actor, customer_id: number | null): Promise<void> {
  if (actor.role === 'super_user' && actor.impersonated_id !== null && actor.impersonated_id === customer_id)
    await tx`select set_config('saldo.impersonation_id', ${String(actor.impersonation_id)}, true)`
}
