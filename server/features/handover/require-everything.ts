import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { requireFullUser } from '../users/sub-users/require-full-user.ts'

/**
 * A ZIP is about everything of a condominium: a sub-user may lack a section, and a ZIP with gaps that nobody sees would be
 * worse than none. 409 `full_user_needed`.
 */
export const requireEverything = (actor: Actor): void =>
  requireFullUser(
    actor,
    'Il passaggio di consegne lo fa solo chi nello studio ha tutti i permessi: chiedilo a un collega.',
  )

/** The same for a job: the person may have lost permissions since they asked. */
export async function seesEverything(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ all: boolean }[]>`select not is_subuser() as all`
  return row?.all ?? false
}
