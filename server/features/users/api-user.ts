import { apiPermissions } from '@saldo/contract/identity/users'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { saveGrant } from './sub-users/grant.ts'
import { refuseGranting, refuseIfTargetHasMore } from './sub-users/grant-limits.ts'
import { tellOfBackOffice, tellOfPowers } from './tell-full-users.ts'

type Named = { customer_id: number; username: string }

/**
 * The user as whom a program signs in: a sub-user, whom the office sees among its own and may limit or suspend. A new one
 * gets `apiPermissions`; an existing one keeps what it has, and its office is told if the back office sets its password. Refuses a sub-user who would get more than they have.
 */
export async function userOfProgram(services: Services, tx: Tx, actor: Actor, named: Named): Promise<number> {
  const known = await presentProgram(tx, named)
  if (known === null) return makeProgram(services, tx, actor, named)
  await refuseIfTargetHasMore(tx, actor, known.user_id)
  if (actor.role === 'super_user')
    await tellOfBackOffice(services, tx, named.customer_id, {
      ...{ nominative: known.nominative, what: 'password' },
    })
  return known.user_id
}

type Program = { user_id: number; nominative: string }

async function presentProgram(tx: Tx, { customer_id, username }: Named): Promise<Program | null> {
  const [known] = await tx<Program[]>`
    select u.user_id, u.nominative from api_users a
    join users u on u.customer_id = a.customer_id and u.user_id = a.user_id and u.state <> 'removed'
    where a.customer_id = ${customer_id} and lower(a.user_name) = lower(${username})`
  return known ?? null
}

async function makeProgram(
  services: Services,
  tx: Tx,
  actor: Actor,
  { customer_id, username }: Named,
): Promise<number> {
  const grant = { permissions: [...apiPermissions], all_accounts: true, account_ids: [] }
  refuseGranting(actor, grant)
  const row = { customer_id, user_name: username, nominative: `Programma ${username}`, is_subuser: true }
  const [made] = await conflictIfNotUnique(
    tx<{ user_id: number }[]>`insert into users ${tx(row)} returning user_id`,
    { users_by_name: { username: taken } },
  )
  const user_id = made?.user_id as number
  await saveGrant(tx, customer_id, user_id, grant)
  await tellOfPowers(services, tx, customer_id, {
    ...{ nominative: row.nominative, before: [], now: grant.permissions },
  })
  return user_id
}

export const taken = 'Questo nome è già di qualcuno: scegline un altro.'
