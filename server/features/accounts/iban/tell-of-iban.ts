import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { notifyFullUsers } from '../../messages/notify-users.ts'
import type { StoredChange } from './iban-change.ts'

/**
 * Tells the full users of the office by message, and the addresses of the change by mail, each once. `what` and `otherwise`
 * are sentences.
 */
export async function tellOfIban(
  services: Services,
  tx: Tx,
  { customer_id, account_id, old_iban, new_iban, told }: StoredChange,
  account_name: string,
  said: { dedupe_key: string; title: string; what: string; otherwise: string },
): Promise<void> {
  const { dedupe_key, ...sentences } = said
  const page = `/condomini/${account_id}?tab=banca`
  for (const to of told)
    await queueEmail(services, tx, {
      template: 'iban-change',
      to,
      customer_id,
      bill_id: null,
      dedupe_key: `${dedupe_key}:${to}`,
      values: {
        ...sentences,
        account_name,
        old_iban: old_iban ? maskIban(old_iban) : 'nessuno',
        new_iban: maskIban(new_iban),
        url: `${services.env.PUBLIC_URL}/#${page}`,
      },
    })
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'iban',
    title: `${account_name}: ${said.title.charAt(0).toLowerCase()}${said.title.slice(1)}`,
    body: `${said.what} Nuovo IBAN: ${maskIban(new_iban)}. ${said.otherwise}`,
    link: page,
    dedupe_key,
  })
}
