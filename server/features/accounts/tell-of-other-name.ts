import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { notifyFullUsers } from '../messages/notify-users.ts'
import type { VisibleAccount } from './visible-account.ts'

type Named = { name: string; fiscal_code?: string | null | undefined }

/**
 * Tells the full users by message that a condominium with an IBAN gets another name or tax code: another one, with an IBAN of
 * somebody else, could take its place in bills. Call it before the change; nothing if there is none.
 */
export async function tellOfOtherName(
  services: Services,
  tx: Tx,
  { customer_id, account_id, iban, name, fiscal_code }: VisibleAccount,
  now: Named,
): Promise<void> {
  const changes = [
    ...(now.name === name ? [] : [`il nome era «${name}», adesso è «${now.name}»`]),
    ...(now.fiscal_code === undefined || now.fiscal_code === fiscal_code
      ? []
      : [`il codice fiscale era ${fiscal_code ?? 'vuoto'}, adesso è ${now.fiscal_code ?? 'vuoto'}`]),
  ]
  if (iban === null || changes.length === 0) return
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'iban',
    title: `Cambiato un condominio con IBAN: ${name}`,
    body: `${await actorName(tx)} l’ha modificato: ${changes.join('; ')}. Se non te lo aspettavi, scrivi subito all’assistenza.`,
    link: `/condomini/${account_id}`,
  })
}
