import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'

type SubUserActor = Extract<Actor, { sees_some: boolean }> & { permissions: string }

export const isSubUser = (actor: Actor): actor is SubUserActor =>
  'permissions' in actor && actor.permissions !== null

/** The permissions that a sub-user gets, as `section:level`, and whether for all condominiums. */
export type Grant = { permissions: readonly string[]; all_accounts: boolean }

/**
 * 409 for a sub-user who grants more than they have; says what. Condominiums that are not visible were refused before.
 */
export function refuseGranting(actor: Actor, { permissions, all_accounts }: Grant): void {
  if (!isSubUser(actor)) return
  const own = actor.permissions.split(',')
  if (permissions.some((permission) => !own.includes(permission)))
    throw conflict('more_than_own', 'Non puoi dare un permesso che non hai.', {
      permissions: 'C’è un permesso che non hai: puoi dare solo i tuoi.',
    })
  if (all_accounts && actor.sees_some)
    throw conflict('more_than_own', 'Vedi solo alcuni condomìni: puoi dare solo quelli.', {
      all_accounts: 'Vedi solo alcuni condomìni: puoi dare solo quelli.',
    })
}

/** 409 for a sub-user who changes a sub-user with more permissions, or their own limits. Others may. */
export async function refuseIfTargetHasMore(tx: Tx, actor: Actor, user_id: number): Promise<void> {
  if (user_id === actor.user_id)
    throw conflict('oneself', 'I tuoi permessi li cambia un’altra persona dello studio.')
  if (!isSubUser(actor)) return
  const [found] = await tx<{ has_more: boolean }[]>`
    select u.all_accounts and ${actor.sees_some}
      or exists (select from user_permissions p where p.user_id = u.user_id
        and not actor_may(array[p.section || ':' || p.level]))
      or exists (select from user_accounts a where a.user_id = u.user_id and not actor_sees_account(a.account_id))
      as has_more
    from users u where u.user_id = ${user_id}`
  if (found?.has_more)
    throw conflict(
      'more_than_own',
      'Questa persona ha più permessi di te: la cambia chi ne ha almeno altrettanti.',
    )
}
