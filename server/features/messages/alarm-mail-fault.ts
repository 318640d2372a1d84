import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { MailFault } from '../../mail/mail-fault.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice } from './notify-users.ts'

/** Tells the back office that mails do not leave: once a day for each kind of fault. */
export async function alarmMailFault(
  services: Services,
  tx: Tx,
  { fault }: { fault: MailFault },
): Promise<void> {
  const day = today()
  await notifyBackOffice(services, tx, {
    kind: 'mail',
    title: 'Le e-mail non partono',
    body: `${reasons[fault]} Le e-mail restano in coda e partono da sole quando si può; nessun addebito viene annullato per questo.`,
    link: '/messaggi',
    dedupe_key: `mail-fault:${fault}:${day}`,
  })
}

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

const reasons: Record<MailFault, string> = {
  recipient: 'Il server di posta rifiuta un indirizzo.',
  sign_in: 'Il server di posta non accetta nome utente e password: controlla SMTP_URL.',
  sender:
    'Il server di posta rifiuta il nostro mittente: controlla MAIL_FROM e le autorizzazioni (SPF, DKIM, relay).',
  connection: 'Il server di posta non risponde come dovrebbe: controlla SMTP_URL, la rete e il certificato.',
  message: 'Il server di posta rifiuta il contenuto di un’e-mail.',
}
