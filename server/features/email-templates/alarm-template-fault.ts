import type { Tx } from '../../db/connection.ts'
import type { EmailTemplate } from '../../mail/emails.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice } from '../messages/notify-users.ts'
import { catalogue } from './catalogue/catalogue.ts'

/** Tells the back office, once for each version, that mails cannot be written by it. */
export async function alarmTemplateFault(
  services: Services,
  tx: Tx,
  { template, version_id, why }: { template: EmailTemplate; version_id: number; why: string },
): Promise<void> {
  const { id, name } = catalogue[template]
  await notifyBackOffice(services, tx, {
    kind: 'mail',
    title: 'Un modello di e-mail non funziona',
    body: `«${name}»: le e-mail partono con la versione di prima, o con il modello di base. Il motivo: ${why}`,
    link: `/admin-management/email-template/${id}`,
    dedupe_key: `mail-template:${version_id}`,
  })
}
