import type { Tx } from '../../../db/connection.ts'
import type { MailFault } from '../../../mail/mail-fault.ts'
import type { Services } from '../../../services.ts'

/** Counts a fault of the mail server, for the check `mail_faults`: since when it lasts, and how often. */
export async function noteMailFault(
  _services: Services,
  tx: Tx,
  { fault }: { fault: MailFault },
): Promise<void> {
  await tx`
    insert into mail_faults as f (fault) values (${fault})
    on conflict (fault) do update set last_at = now(),
      times = case when f.last_at < now() - interval '1 day' then 1 else f.times + 1 end,
      first_at = case when f.last_at < now() - interval '1 day' then now() else f.first_at end`
}
