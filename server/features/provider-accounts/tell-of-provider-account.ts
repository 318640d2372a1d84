import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { ibanContacts } from '../accounts/iban/iban-contacts.ts'
import { notifyFullUsers } from '../messages/notify-users.ts'
import type { Whose } from './provider-account.sql.ts'

/** `title` and `what` are sentences; news with a `dedupe_key` that was told before is not told again. */
export type AccountNews = { dedupe_key: string; title: string; what: string }

/**
 * Tells of a change that decides where the office's collections arrive: the full users by message and by mail, and the
 * office's address, also the one that was replaced within 72 hours, by mail. In the transaction of the change, so that
 * there is none that nobody was told of.
 */
export async function tellOfProviderAccount(
  services: Services,
  tx: Tx,
  { customer_id, provider_account }: Whose,
  { dedupe_key, title, what }: AccountNews,
): Promise<void> {
  const [office] = await tx<{ business_name: string }[]>`
    select business_name from customers where customer_id = ${customer_id}`
  const { told } = await ibanContacts(tx, { customer_id, account_id: null })
  const page = `/account-incassi?conto=${provider_account}`
  const key = `provider-account:${customer_id}:${provider_account}:${dedupe_key}`
  for (const to of told)
    await queueEmail(services, tx, {
      template: 'provider-account-change',
      to,
      customer_id,
      bill_id: null,
      dedupe_key: `${key}:${to}`,
      values: {
        office: office?.business_name ?? 'Lo studio',
        title,
        what,
        otherwise,
        url: `${services.env.PUBLIC_URL}/#${page}`,
      },
    })
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'iban',
    title,
    body: `${what} ${otherwise}`,
    link: page,
    dedupe_key: key,
  })
}

const otherwise = 'Se non te lo aspettavi, scrivi subito all’assistenza.'
