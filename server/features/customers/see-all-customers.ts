import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'

/** A super user chooses among all customers, also while working for one of them; anybody else goes on as they are. */
export async function seeAllCustomers(tx: Tx, actor: Actor): Promise<void> {
  if (actor.role === 'super_user') await tx`select enter('saldo_super', null, ${actor.user_id}, null)`
}
