import type { Tx } from '../db/connection.ts'

/** Who is shown as having done something: the name of the user who asks. */
export async function actorName(tx: Tx): Promise<string> {
  const [row] = await tx`select actor_nominative() as nominative`
  return row?.nominative ?? 'sistema'
}
