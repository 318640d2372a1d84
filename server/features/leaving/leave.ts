import * as contract from '@saldo/contract/identity/leaving'
import { formatDateTime } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { revokeAutopaysOf } from '../autopays/change-autopay.ts'
import { endDelegationsOf } from '../delegations/end-delegation.ts'
import { endDataExportsOf } from '../own-data/end-data-exports.ts'
import { retireSourcesOf } from '../sources/delete-source.ts'
import { removeResidentUser } from '../users/user-state.ts'

type Leaver = { user_id: number; user_name: string; nominative: string; email: string | null }

/**
 * Closes the caller's access in one transaction: all of it ends, or nothing. `btoc/delete` is another act: an office takes the
 * access to its own bills away from a person of its registry, and what the person has elsewhere goes on; here the resident
 * leaves all offices, by no id that could be somebody else's. Autopays are revoked before their methods are removed.
 */
export const leave = serveAcross(contract.leave, async ({ as, services, actor, body }) => {
  const leaver = await as(async (tx) => {
    const [user] = await tx<Leaver[]>`
      select user_id, user_name, nominative, email from users where user_id = actor_user_id()`
    return user as Leaver
  })
  if (body.user_name.trim().toLowerCase() !== leaver.user_name.toLowerCase())
    throw badInput({ user_name: `Non è il tuo nome utente: scrivi ${leaver.user_name}.` })
  await services.asSystem(async (tx) => {
    await actInNameOf(tx, actor)
    const subject_ids = await lockPeopleOf(tx, leaver.user_id)
    const name = await actorName(tx)
    await revokeAutopaysOf(tx, subject_ids, name)
    await retireSourcesOf(services, tx, subject_ids)
    await endDelegationsOf(services, tx, { user_id: leaver.user_id, subject_ids, ended_by_name: name })
    await endDataExportsOf(services, tx, leaver.user_id)
    await confirm(services, tx, leaver)
    await removeResidentUser(services, tx, leaver.user_id)
  })
  return undefined
})

/**
 * The people whom this user is, in all registries. Locks what ends, in the order of whoever plans, pays or debits: autopays, all
 * their bills by id, and people last, whom a payment only refers to; so nobody waits for the other in a circle. What comes
 * between the first read and the lock of the people ends by trigger `autopays_end_with_access`.
 */
async function lockPeopleOf(tx: Tx, user_id: number): Promise<number[]> {
  const own = tx`select subject_id from subjects where user_id = ${user_id}`
  await tx`
    select from autopays where subject_id in (${own}) and state <> 'revoked' order by autopay_id for no key update`
  await tx`
    select from bills where bill_id in (
      select d.bill_id from debits d
      where (d.autopay_id in (select autopay_id from autopays where subject_id in (${own}))
          or d.source_id in (select source_id from payment_sources where subject_id in (${own})))
        and (d.state in ('planned', 'notified') or d.state = 'cancelled' and d.replaced_by is not null))
    order by bill_id for update`
  const people = await tx<{ subject_id: number }[]>`${own} order by subject_id for no key update`
  return people.map(({ subject_id }) => subject_id)
}

/** To the address that the user had: after this Saldo does not keep it. */
async function confirm(services: Services, tx: Tx, { user_id, nominative, user_name, email }: Leaver) {
  if (!email) return
  await queueEmail(services, tx, {
    ...{ template: 'access-closed', to: email, customer_id: null, bill_id: null },
    dedupe_key: `access-closed:${user_id}`,
    values: {
      ...{ nominative, user_name },
      when: formatDateTime(new Date().toISOString()).replace(' ', ' alle '),
      who_writes: 'Saldo ti scrive perché fino a ora questo era l’indirizzo del tuo accesso.',
    },
  })
}
