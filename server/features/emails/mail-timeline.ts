import type { EmailEvent } from '@saldo/contract/emails'
import type { Tx } from '../../db/connection.ts'

/** Of a mail that is tried for weeks, the latest tries. */
const mostEvents = 50

/**
 * What became of a mail, oldest first. `said`: with the words of the mail server, which name its computers and are for the
 * back office. As the actor: whoever sees the mail sees it.
 */
export async function mailTimeline(
  tx: Tx,
  email_id: number,
  { said }: { said: boolean },
): Promise<EmailEvent[]> {
  return tx<EmailEvent[]>`
    select t.kind, t.failure, ${said ? tx`t.said` : tx`null::text`} as said, t.at from (
      select m.place, m.kind, m.failure, m.said, m.at from emails e
      cross join lateral (values
        (1, 'written', null, null, e.created_at),
        (3, 'sent', null, null, e.sent_at),
        (3, 'not_sent', null, null, e.kept_at),
        (3, 'suppressed', e.failure, null, case when e.suppressed then e.refused_at end),
        (3, 'refused', e.failure, null, case when not e.suppressed and not exists (
          select from email_events r where r.email_id = e.email_id and r.kind = 'refused') then e.refused_at end),
        (5, 'opened', null, null, e.opened_at)
      ) m (place, kind, failure, said, at)
      where e.email_id = ${email_id} and m.at is not null
      union all
      select 2, 'resent', null, null, e.created_at from emails e where e.resend_of = ${email_id}
      union all
      (select 4, v.kind, v.failure, v.said, v.at from email_events v
        where v.email_id = ${email_id} order by v.email_event_id desc limit ${mostEvents})
    ) t
    order by t.at, t.place`
}
