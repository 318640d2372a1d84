import { formatDateTime } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import type { ContactOwner } from './contact-owner.ts'

/** Tells the address of before that it was replaced; nothing when there was none. */
export async function mailReplacedContact(
  services: Services,
  tx: Tx,
  { customer_id, account_id, name }: ContactOwner,
  { old_email, new_email }: { old_email: string | null; new_email: string | null },
): Promise<void> {
  if (old_email === null) return
  const now = new Date().toISOString()
  const when = formatDateTime(now).replace(' ', ' alle ')
  await queueEmail(services, tx, {
    template: 'contact-changed',
    to: old_email,
    customer_id,
    bill_id: null,
    dedupe_key: `contact-changed:${customer_id}:${account_id}:${now}`,
    values: {
      name,
      what:
        new_email === null
          ? `Il ${when} questo indirizzo è stato tolto.`
          : `Il ${when} questo indirizzo è stato sostituito: d’ora in poi Saldo scrive a ${new_email}.`,
      until:
        account_id === null
          ? 'Per 72 ore arrivano ancora qui gli avvisi e i codici per cambiare un IBAN.'
          : 'Per 72 ore, se qualcuno chiede di cambiare l’IBAN, avvisiamo ancora anche te.',
    },
  })
}
