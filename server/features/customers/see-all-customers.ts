import type { Tx } from '../../db/connection.ts'
import type { Actor, As } from '../../http/actor.ts'

/** A super user looks after all customers, also while working for one of them; anybody else goes on as they are. */
export async function seeAllCustomers(tx: Tx, actor: Actor): Promise<void> {
  if (actor.role === 'super_user') await tx`select enter('saldo_super', null, ${actor.user_id}, null)`
}

/** The same for each transaction of an act that opens several. */
export const asBackOffice =
  (as: As): As =>
  (work) =>
    as(async (tx, actor) => {
      await seeAllCustomers(tx, actor)
      return work(tx, actor)
    })
