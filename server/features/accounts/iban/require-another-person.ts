import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'
import { isSubUser } from '../../users/sub-users/grant-limits.ts'
import type { StoredChange } from './iban-change.ts'

/**
 * 409 unless the actor may confirm this change. Only full users may; where the office has several, another one than the
 * requester. People who have added each other within 72 hours count as one, and whom they have removed meanwhile still
 * counts: otherwise one person could be two, or be left alone. The back office may always confirm.
 */
export async function requireAnotherPerson(
  tx: Tx,
  actor: Actor,
  { customer_id, requested_by }: Pick<StoredChange, 'customer_id' | 'requested_by'>,
): Promise<void> {
  if (actor.role === 'super_user') return
  if (isSubUser(actor))
    throw conflict(
      'full_user_needed',
      'Il cambio di IBAN lo conferma solo chi nello studio ha tutti i permessi: chiedilo a un collega.',
    )
  const [found] = await tx<{ others: number; counts_as_requester: boolean }[]>`
    with recursive lines as (
      select l.user_id, l.record_id, l.act, l.after ->> 'state' as state from audit_log l
      where l.customer_id = ${customer_id} and l.noun = 'users' and not l.flag_super_user and l.at > now() - interval '72 hours'
    ), added (one, other) as (
      select user_id, record_id from lines where act = 'created'
      union select record_id, user_id from lines where act = 'created'
    ), requester (user_id) as (
      select ${requested_by}::bigint
      union select a.other from requester r join added a on a.one = r.user_id
    ), removed as (
      select record_id from lines where state = 'removed' and user_id in (select user_id from requester)
    )
    select count(*)::int as others,
      ${actor.user_id}::bigint in (select user_id from requester) as counts_as_requester
    from users u
    where u.customer_id = ${customer_id} and not u.is_subuser and u.user_id not in (select user_id from requester where user_id is not null)
      and (u.state = 'active' or u.user_id in (select record_id from removed))`
  if (!found?.counts_as_requester || found.others === 0) return
  throw conflict(
    'another_person_needed',
    requested_by === actor.user_id
      ? 'L’hai chiesto tu: la conferma deve darla un’altra persona dello studio che ha tutti i permessi.'
      : 'Tu e chi l’ha chiesto vi siete aggiunti da meno di 72 ore: la conferma deve darla un’altra persona dello studio che ha tutti i permessi.',
  )
}
