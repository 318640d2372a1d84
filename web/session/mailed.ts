import { queries, versionsQuery } from './queries.ts'

/**
 * Whether mails leave this instance: not where no mail server is set. While that is unknown they are said to. The shell's
 * menu has asked before anything is sent.
 */
export const mailsLeave = (): boolean => queries.getQueryData(versionsQuery.queryKey)?.outbox !== true

/** `Invito inviato a lea@example.it`, or that it was not sent. `sent` is the participle that agrees with `what`. */
export const mailedTo = (what: string, sent: 'inviato' | 'inviata', email: string | null): string =>
  mailsLeave() ? `${what} ${sent} a ${email}` : `${what} non ${sent} a ${email} (nessun server di posta)`
