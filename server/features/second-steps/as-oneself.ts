import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { unauthenticated } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

export type Oneself = { user_id: number; user_name: string; nominative: string }

/**
 * A transaction that sees what proves who somebody is, for the caller alone: no other user's id ever reaches it. The
 * user's row is locked, so that changes to one's own second steps come one after the other.
 */
export const asOneself = <Result>(
  services: Services,
  { user_id }: Actor,
  work: (tx: Tx, user: Oneself) => Promise<Result>,
): Promise<Result> =>
  services.asSystem(async (tx) => {
    const [user] = await tx<Oneself[]>`
      select user_id, user_name, nominative from users where user_id = ${user_id} for no key update`
    if (!user) throw unauthenticated()
    return work(tx, user)
  })
