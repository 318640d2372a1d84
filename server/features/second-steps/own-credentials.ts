import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { unauthenticated } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

export type Oneself = { user_id: number; user_name: string; nominative: string; flag_super_user: boolean }

/**
 * A transaction with access to the caller's own credentials: no other user's id can reach it. Locks the user's row, so
 * that changes of second steps are serialised.
 */
export const withOwnCredentials = <Result>(
  services: Services,
  { user_id }: Actor,
  work: (tx: Tx, user: Oneself) => Promise<Result>,
): Promise<Result> =>
  services.asSystem(async (tx) => {
    const [user] = await tx<Oneself[]>`
      select user_id, user_name, nominative, flag_super_user from users where user_id = ${user_id} for no key update`
    if (!user) throw unauthenticated()
    return work(tx, user)
  })
