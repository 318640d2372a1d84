import type { Tx } from '../../db/connection.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'

/**
 * A person gets access at this address: tells the addresses that it replaced within the last 72 hours, as the audit log has
 * them. Whoever changes a person's address could read the invitation, so its earlier reader hears of it. At most once an hour
 * for each of them. Call it only as the system.
 */
export async function tellEarlierAddresses(
  services: Services,
  tx: Tx,
  subject_id: number,
  address: string,
): Promise<void> {
  const earlier = await tx<{ email: string; nominative: string; customer_id: number; hour: string }[]>`
    select distinct on (lower(l.before ->> 'email')) l.before ->> 'email' as email, s.nominative, s.customer_id,
      to_char(now(), 'YYYY-MM-DD HH24') as hour
    from subjects s
    join audit_log l on l.customer_id = s.customer_id and l.noun = 'subjects' and l.record_id = s.subject_id
    where s.subject_id = ${subject_id} and l.act = 'changed' and l.part is null and l.at > now() - interval '72 hours'
      and lower(l.before ->> 'email') <> lower(${address})`
  for (const { email, nominative, customer_id, hour } of earlier)
    await queueEmail(services, tx, {
      template: 'access-elsewhere',
      to: email,
      customer_id,
      bill_id: null,
      dedupe_key: `access-elsewhere:${subject_id}:${email.toLowerCase()}:${hour}`,
      values: { nominative, address: maskEmail(address) ?? 'un altro indirizzo' },
    })
}
