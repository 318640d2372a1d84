import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice } from './notify-users.ts'

/** Tells the back office, once a day, that a mailbox was asked for more mails than it gets. */
export async function alarmWithheldMail(services: Services, tx: Tx): Promise<void> {
  await notifyBackOffice(services, tx, {
    kind: 'mail',
    title: 'Troppe e-mail a una casella',
    body: 'Qualcuno ha chiesto più e-mail (registrazioni, recuperi, codici) di quante ne mandiamo a una stessa casella: quelle in più non partono. Chi le aspetta davvero può riprovare fra un’ora.',
    link: '/messaggi',
    dedupe_key: `mail-withheld:${today()}`,
  })
}
