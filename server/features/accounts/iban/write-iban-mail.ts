import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import type { StoredChange } from './iban-change.ts'

/** Mails the contacts that were stored when the change was requested, each once. */
export async function writeIbanMail(
  services: Services,
  tx: Tx,
  change: StoredChange,
  account_name: string,
  said: { dedupe_key: string; title: string; what: string; otherwise: string },
): Promise<void> {
  const { dedupe_key, ...sentences } = said
  for (const to of change.told)
    await queueEmail(services, tx, {
      template: 'iban-change',
      to,
      customer_id: change.customer_id,
      bill_id: null,
      dedupe_key: `${dedupe_key}:${to}`,
      values: {
        ...sentences,
        account_name,
        old_iban: change.old_iban ? maskIban(change.old_iban) : 'nessuno',
        new_iban: maskIban(change.new_iban),
        url: `${services.env.PUBLIC_URL}/#/condomini/${change.account_id}?tab=banca`,
      },
    })
}
