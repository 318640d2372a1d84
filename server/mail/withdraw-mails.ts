import type { Tx } from '../db/connection.ts'
import type { EmailTemplate } from './emails.ts'

/**
 * Gives up the mails of this template that wait to be sent and whose dedupe_key begins with `prefix`, because a newer link
 * replaced theirs, and blanks them. One that is being sent at this moment may still leave.
 */
export async function withdrawMails(tx: Tx, template: EmailTemplate, prefix: string): Promise<void> {
  await tx`
    update emails
    set html = '', text = '', refused_at = now(), failure = 'replaced', last_error = 'a newer link replaced it'
    where template = ${template} and starts_with(dedupe_key, ${prefix})
      and sent_at is null and kept_at is null and refused_at is null`
}
