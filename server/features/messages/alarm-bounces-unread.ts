import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice } from './notify-users.ts'

/** Tells the back office, once a day, that nobody learns which mails came back. */
export async function alarmBouncesUnread(
  services: Services,
  tx: Tx,
  { fault }: { fault: 'sign_in' | 'connection' },
): Promise<void> {
  await notifyBackOffice(services, tx, {
    kind: 'mail',
    title: 'Le e-mail respinte non si leggono',
    body: `${fault === 'sign_in' ? 'La casella delle e-mail respinte non accetta nome utente e password' : 'Il server della casella delle e-mail respinte non risponde'}: controlla BOUNCE_MAILBOX_URL. Intanto Saldo non sa quali e-mail non sono arrivate.`,
    link: '/admin-management/email',
    dedupe_key: `bounces-unread:${fault}:${today()}`,
  })
}
