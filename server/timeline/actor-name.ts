import type { Tx } from '../db/connection.ts'
import type { Actor } from '../http/actor.ts'

/** The display name of the signed-in user, for timelines. */
export async function actorName(tx: Tx): Promise<string> {
  const [row] = await tx`select actor_nominative() as nominative`
  return row?.nominative ?? 'sistema'
}

/** The display name of the payer: a link has no name, and a planned debit is made by the system. */
export async function payerName(tx: Tx, actor: Actor): Promise<string> {
  if (actor.role === 'system') return 'sistema'
  return actor.user_id === null ? 'pagatore' : actorName(tx)
}
