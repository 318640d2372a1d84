import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'

/**
 * Blanks the bodies of mails whose link or code has lapsed, sent or not: whoever reads the table must not find it. One
 * that never left is given up, because it would be of no use to its reader.
 */
export async function blankLapsedMails({ personal_mails }: Services, tx: Tx): Promise<void> {
  for (const [template, hours] of Object.entries(personal_mails))
    await tx`
      update emails
      set html = '', text = '',
        refused_at = case when sent_at is null and kept_at is null then coalesce(refused_at, now()) end,
        failure = case when sent_at is null and kept_at is null then coalesce(failure, 'lapsed') else failure end,
        last_error = case when sent_at is null and kept_at is null then coalesce(last_error, 'its link has lapsed') end
      where template = ${template} and text <> '' and created_at < now() - make_interval(hours => ${hours})`
}
