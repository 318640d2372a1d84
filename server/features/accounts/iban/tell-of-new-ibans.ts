import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import { notifyFullUsers } from '../../messages/notify-users.ts'

/** How many condominiums a message names. */
const mostNamed = 20

/**
 * Tells the full users of the office of new condominiums that have an IBAN, in one message for all of them; nothing if
 * there are none. Only by message: a file can bring hundreds.
 * @param from where they come from, as the file's name; null: somebody typed them
 */
export async function tellOfNewIbans(
  services: Services,
  tx: Tx,
  customer_id: number,
  accounts: { name: string; iban: string }[],
  { from, link }: { from: string | null; link: string },
): Promise<void> {
  const { length } = accounts
  if (length === 0) return
  const [actor] = await tx`select actor_nominative() as name`
  const named = accounts.slice(0, mostNamed).map(({ name, iban }) => `${name} (${maskIban(iban)})`)
  const more = length > mostNamed ? [`e altri ${length - mostNamed}`] : []
  const how = from === null ? 'Inseriti' : `Importati con «${from}»`
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'iban',
    title: length === 1 ? 'Un condominio nuovo con IBAN' : `${length} condomìni nuovi con IBAN`,
    body: `${how} da ${actor?.name ?? 'Saldo'}: ${[...named, ...more].join(', ')}. Gli incassi arrivano lì: se non te lo aspettavi, scrivi subito all’assistenza.`,
    link,
  })
}
