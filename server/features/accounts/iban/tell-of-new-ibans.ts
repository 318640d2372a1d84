import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { notifyFullUsers } from '../../messages/notify-users.ts'
import { ibanContacts } from './iban-contacts.ts'

/** How many condominiums a message or a mail names. */
const mostNamed = 20

/**
 * Tells of new condominiums that have an IBAN: the full users of the office by message and by mail, and the office's address by
 * mail. One of each for all condominiums, because a file can bring hundreds; nothing if there are none.
 * @param from where they come from, as the file's name; null: somebody typed them, or a program sent them
 * @param dedupe_key what brought them, so that it is told once
 */
export async function tellOfNewIbans(
  services: Services,
  tx: Tx,
  customer_id: number,
  accounts: { name: string; iban: string }[],
  { from, link, dedupe_key }: { from: string | null; link: string; dedupe_key: string },
): Promise<void> {
  const { length } = accounts
  if (length === 0) return
  const [actor] = await tx`select actor_nominative() as name`
  const named = accounts.slice(0, mostNamed).map(({ name, iban }) => `${name} (${maskIban(iban)})`)
  const more = length > mostNamed ? [`e altri ${length - mostNamed}`] : []
  const how = from === null ? 'Inseriti' : `Importati con «${from}»`
  const title = length === 1 ? 'Un condominio nuovo con IBAN' : `${length} condomìni nuovi con IBAN`
  const what = `${how} da ${actor?.name ?? 'Saldo'}: ${[...named, ...more].join(', ')}. Gli incassi arrivano lì`
  const key = `new-ibans:${customer_id}:${dedupe_key}`
  const { told } = await ibanContacts(tx, { customer_id, account_id: null })
  for (const to of told)
    await queueEmail(services, tx, {
      template: 'new-ibans',
      to,
      customer_id,
      bill_id: null,
      dedupe_key: `${key}:${to}`,
      values: { title, what: `${what}.`, url: `${services.env.PUBLIC_URL}/#${link}` },
    })
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'iban',
    title,
    body: `${what}: se non te lo aspettavi, scrivi subito all’assistenza.`,
    link,
    dedupe_key: key,
  })
}
