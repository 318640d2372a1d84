import { type SecondPersonRefusal, secondPersonRefusals } from '@saldo/domain/platform/second-person'
import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'
import { requireFullUser } from '../../users/sub-users/require-full-user.ts'
import type { StoredChange } from './iban-change.ts'

/**
 * 409 unless the actor may confirm this change. Only full users may; where the office has several, another one than the
 * requester. People who have added each other within 72 hours count as one, and whom they have removed meanwhile still
 * counts: otherwise one person could be two, or be left alone. For the same reason whoever invited or changed a sub-user or a
 * program, however long ago, counts as the requester of what it asks for. A super user confirms whatever
 * they did not ask for themselves, nor anybody joined to them by a line of invitations, once they have been in the back
 * office for 72 hours.
 */
export async function requireAnotherPerson(
  tx: Tx,
  actor: Actor,
  { customer_id, requested_by }: Pick<StoredChange, 'customer_id' | 'requested_by'>,
): Promise<void> {
  if (actor.role === 'super_user') {
    if (requested_by === actor.user_id) throw conflict('another_person_needed', askedAsOffice)
    const [said] = await tx<{ refusal: SecondPersonRefusal | null }[]>`
      select second_person_refusal(${requested_by}, ${actor.user_id}) as refusal`
    if (said?.refusal) throw conflict(said.refusal, secondPersonRefusals[said.refusal])
    return
  }
  requireFullUser(
    actor,
    'Il cambio di IBAN lo conferma solo chi nello studio ha tutti i permessi: chiedilo a un collega.',
  )
  const [found] = await tx<Found[]>`
    with recursive lines as (
      select l.user_id, l.record_id, l.act, l.after ->> 'state' as state from audit_log l
      where l.customer_id = ${customer_id} and l.noun = 'users' and not l.flag_super_user and l.at > now() - interval '72 hours'
    ), added (one, other) as (
      select user_id, record_id from lines where act = 'created'
      union select record_id, user_id from lines where act = 'created'
    ), requester (user_id) as (
      select ${requested_by}::bigint
      union select n.user_id from requester r cross join lateral (
        select a.other from added a where a.one = r.user_id
        union all
        select l.user_id from users s
        join audit_log l on l.customer_id = s.customer_id and l.noun = 'users' and l.record_id = s.user_id
        where s.customer_id = ${customer_id} and s.user_id = r.user_id and s.is_subuser
          and l.user_id <> s.user_id and not l.flag_super_user
        union all
        select l.user_id from api_users p
        join audit_log l on l.customer_id = p.customer_id and l.noun = 'api_users' and l.record_id = p.api_user_id
        where p.customer_id = ${customer_id} and p.user_id = r.user_id and not l.flag_super_user
      ) n (user_id)
    ), oneself (user_id) as (
      select ${actor.user_id}::bigint
      union select a.other from oneself o join added a on a.one = o.user_id
    ), removed as (
      select record_id from lines
      where state = 'removed' and (user_id in (select user_id from requester) or user_id in (select user_id from oneself))
    ), others as (
      select u.user_id from users u
      where u.customer_id = ${customer_id} and not u.is_subuser
        and u.user_id not in (select user_id from oneself where user_id is not null)
        and (u.state = 'active' or u.user_id in (select record_id from removed))
    )
    select (select count(*)::int from others) as others,
      (select count(*)::int from others where user_id not in (select user_id from requester where user_id is not null)) as free,
      ${actor.user_id}::bigint in (select user_id from requester) as counts_as_requester,
      (select is_subuser from users where user_id = ${requested_by}) as asked_by_sub_user`
  if (!found?.counts_as_requester || found.others === 0) return
  throw conflict('another_person_needed', sentenceOf(found, requested_by === actor.user_id))
}

const askedAsOffice =
  'L’hai chiesto tu, agendo come lo studio: lo conferma lo studio con il suo codice, o un’altra persona del backoffice.'

/** `others`: full users who are not the actor; `free`: those of them who do not count as the requester. */
type Found = { others: number; free: number; counts_as_requester: boolean; asked_by_sub_user: boolean | null }

function sentenceOf({ free, asked_by_sub_user }: Found, asked_oneself: boolean): string {
  const another = 'la conferma deve darla un’altra persona dello studio che ha tutti i permessi.'
  if (asked_oneself) return `L’hai chiesto tu: ${another}`
  if (!asked_by_sub_user) return `Tu e chi l’ha chiesto vi siete aggiunti da meno di 72 ore: ${another}`
  return free > 0
    ? `L’ha chiesto chi hai invitato o modificato tu: ${another}`
    : 'L’ha chiesto chi avete invitato o modificato tutti voi: chiedi tu il cambio, e lo conferma un’altra persona che ha tutti i permessi.'
}
