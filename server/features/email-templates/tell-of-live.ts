import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice } from '../messages/notify-users.ts'
import type { CatalogueEntry } from './catalogue/catalogue.ts'

/**
 * Tells every super user, by a message and by a mail, that a version is about to write the mails of its kind: one person
 * alone puts it live, so nobody does it unseen. Whoever did it is told too, in case it was somebody in their place.
 */
export async function tellOfLive(
  services: Services,
  tx: Tx,
  { id, name }: CatalogueEntry,
  version_id: number,
): Promise<void> {
  const [said] = await tx<
    { by: string | null; number: number; note: string | null; before: number | null }[]
  >`
    select actor_nominative() as by, v.number, v.note, t.live_number as before
    from email_template_versions v join email_templates t using (template_id) where v.version_id = ${version_id}`
  if (!said) throw new Error(`no version ${version_id} of a template`)
  const { number, note, before } = said
  const title = `«${name}»: in uso la versione ${number}`
  const what = `${said.by ?? 'Saldo'} l’ha messa in uso al posto ${before === null ? 'del modello di base' : `della versione ${before}`}: da adesso queste e-mail partono così.`
  const noted = note ? `Nota: ${note}` : 'Senza nota.'
  const otherwise =
    'Guarda che cosa cambia. Se non te lo aspettavi, torna subito alla versione di prima e chiedi perché.'
  const link = `/admin-management/email-template/${id}?tab=versioni`
  const key = `template-live:${randomUUID()}`
  await notifyBackOffice(services, tx, {
    ...{ kind: 'mail', title, link, dedupe_key: key },
    body: [what, noted, otherwise].join(' '),
  })
  const users = await tx<{ email: string }[]>`
    select distinct lower(email) as email from users
    where flag_super_user and state = 'active' and email is not null order by 1`
  for (const { email } of users)
    await queueEmail(services, tx, {
      ...{ template: 'template-live', to: email, customer_id: null, bill_id: null },
      dedupe_key: `${key}:${email}`,
      values: { title, what, note: noted, otherwise, url: `${services.env.PUBLIC_URL}/#${link}` },
    })
}
