import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyFullUsers } from '../messages/notify-users.ts'

/**
 * Tells the full users of an office that one of them was invited or removed: they can confirm each other's changes of an
 * IBAN, so nobody joins or leaves them unseen.
 */
export async function tellFullUsers(
  services: Services,
  tx: Tx,
  customer_id: number,
  { nominative, what }: { nominative: string; what: 'invited' | 'removed' },
): Promise<void> {
  const [actor] = await tx`select actor_nominative() as name`
  const by = actor?.name ?? 'Saldo'
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'user',
    link: '/subusers/colleghi',
    ...(what === 'invited'
      ? {
          title: `Nuovo collega con tutti i permessi: ${nominative}`,
          body: `${by} ha invitato ${nominative}, che potrà fare tutto, anche confermare un nuovo IBAN. Se non te lo aspettavi, scrivi subito all’assistenza.`,
        }
      : {
          title: `Rimosso un collega con tutti i permessi: ${nominative}`,
          body: `${by} ha rimosso ${nominative}, che poteva fare tutto. Se non te lo aspettavi, scrivi subito all’assistenza.`,
        }),
  })
}
