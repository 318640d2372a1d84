import type { Tx } from '../db/connection.ts'
import type { Actor } from '../http/actor.ts'

/** Who is shown as having done something: the name of the user who asks. */
export async function actorName(tx: Tx): Promise<string> {
  const [row] = await tx`select actor_nominative() as nominative`
  return row?.nominative ?? 'sistema'
}

/** The same of whoever pays: a link says nobody's name, and a planned debit is the product's own doing. */
export async function payerName(tx: Tx, actor: Actor): Promise<string> {
  if (actor.role === 'system') return 'sistema'
  return actor.user_id === null ? 'pagatore' : actorName(tx)
}
