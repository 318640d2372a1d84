import type { Permission } from '@saldo/contract/sections'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyBackOffice, notifyFullUsers } from '../messages/notify-users.ts'

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

/**
 * Tells the back office that somebody gets into it: one super user approves what another asks for, so nobody joins them
 * unseen. In the name of whoever invites; without one, of the command line.
 */
export async function tellBackOffice(
  services: Services,
  tx: Tx,
  { nominative, email }: { nominative: string; email: string },
): Promise<void> {
  const [actor] = await tx`select actor_nominative() as name`
  await notifyBackOffice(services, tx, {
    kind: 'user',
    link: '/storia',
    title: `Nuova persona nel backoffice: ${nominative}`,
    body: `${actor?.name ?? 'Chi gestisce il server'} ha invitato ${nominative} (${email}). Dopo 72 ore dal primo accesso potrà approvare ciò che chiedono gli altri. Se non te lo aspettavi, fatelo rimuovere subito.`,
  })
}

/**
 * Tells the back office that one of them changes the address of an office's user: whoever reads its mail can choose the
 * password. The old address is told once the new one is confirmed.
 */
export async function tellOfNewAddress(
  services: Services,
  tx: Tx,
  {
    nominative,
    email,
    customer_id,
  }: { nominative: string; email: string | null; customer_id: number | null },
  new_email: string,
): Promise<void> {
  const [said] = await tx<[{ name: string | null; office: string | null }]>`
    select actor_nominative() as name,
      (select business_name from customers where customer_id = ${customer_id}) as office`
  await notifyBackOffice(services, tx, {
    kind: 'user',
    link: '/storia',
    title: `Nuovo indirizzo e-mail per ${nominative}`,
    body: `${said.name ?? 'Saldo'} cambia l’indirizzo di ${nominative}${said.office ? ` (${said.office})` : ''}: da ${email ?? 'nessuno'} a ${new_email}. Vale quando chi lo riceve lo conferma. Se non te lo aspettavi, chiedi subito perché.`,
  })
}

/** With one of these a sub-user changes where money arrives, or who else works in the office. */
const powers: Partial<Record<Permission, string>> = {
  'accounts:write': 'modificare i condomìni e chiedere un nuovo IBAN',
  'office:write': 'modificare lo studio e invitare altre persone',
}

/**
 * Tells the full users of an office that a sub-user, new or not, gets such a permission; nothing if they get none.
 * @param before what they had until now; empty for a new one
 * @returns whether there was anything to tell
 */
export async function tellOfPowers(
  services: Services,
  tx: Tx,
  customer_id: number,
  { nominative, before, now }: { nominative: string; before: readonly string[]; now: readonly Permission[] },
): Promise<boolean> {
  const got = now.flatMap((permission) => (before.includes(permission) ? [] : (powers[permission] ?? [])))
  if (got.length === 0) return false
  const [actor] = await tx`select actor_nominative() as name`
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'user',
    link: '/subusers',
    title: `Nuovi permessi per ${nominative}`,
    body: `${actor?.name ?? 'Saldo'} ha dato a ${nominative} il permesso di ${got.join(', e di ')}. Se non te lo aspettavi, scrivi subito all’assistenza.`,
  })
  return true
}

/**
 * Tells the full users of an office that the back office set the password of one of its programs, or changed what a sub-user
 * may: it could act under their name.
 */
export async function tellOfBackOffice(
  services: Services,
  tx: Tx,
  customer_id: number,
  { nominative, what }: { nominative: string; what: 'password' | 'rights' },
): Promise<void> {
  const [actor] = await tx`select actor_nominative() as name`
  const changed = what === 'password' ? 'la password' : 'i permessi'
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'user',
    link: '/subusers',
    title: `Il backoffice ha cambiato ${changed} di ${nominative}`,
    body: `${actor?.name ?? 'Saldo'}, del backoffice, ha cambiato ${changed} di ${nominative}. Se non te lo aspettavi, scrivi subito all’assistenza.`,
  })
}
