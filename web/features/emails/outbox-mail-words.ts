import type { OutboxMail } from './outbox-query.ts'

/** What became of a mail, where no mail server is set now. */
export const outboxMailWords: Record<OutboxMail['state'], string> = {
  not_sent: 'Non inviata: nessun server di posta',
  waiting: 'In partenza',
  sent: 'Inviata',
  refused: 'Rifiutata dal server di posta',
}
