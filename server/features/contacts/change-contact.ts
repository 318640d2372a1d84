import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { conflict } from '../../http/errors.ts'
import { requireProof } from '../../http/require-step-up.ts'
import { requireMailRoom } from '../../mail/mail-limit.ts'
import type { Services } from '../../services.ts'
import { notifyFullUsers } from '../messages/notify-users.ts'
import { refuseBackOfficeAddress } from '../users/refuse-back-office-address.ts'
import { pendingChange, replaceWaitingContact } from './contact-change.ts'
import type { ContactOwner } from './contact-owner.ts'
import { mailReplacedContact } from './mail-replaced-contact.ts'

/**
 * Decides about a new e-mail address of an office or of a condominium, before anything is written. A first address holds at
 * once; that of an office, which will get codes, needs a fresh proof, and the full users are told. Another needs a fresh proof
 * and waits until it is confirmed in the mailbox of before, or by another super user; so does every address that a super user
 * writes for an active office. For an office that awaits activation theirs holds at once, and the mailbox of before is told.
 * 409 for too many requests, and for an office's address in a mailbox of the back office.
 * @param email undefined: the request leaves it as it is; null: it removes the address
 * @returns whether the caller writes `email` now
 */
export async function changeContact(
  services: Services,
  tx: Tx,
  actor: Actor,
  owner: ContactOwner,
  email: string | null | undefined,
): Promise<boolean> {
  if (email === undefined || email === owner.email) return true
  if (owner.email === null && owner.account_id !== null) return true
  if (owner.account_id === null) await refuseBackOfficeAddress(tx, email, 'primary_email')
  await requireProof(tx, actor)
  const alone = actor.role !== 'super_user' || !(await isActive(tx, owner))
  if (owner.email === null && alone) {
    await tellOfFirstContact(services, tx, owner.customer_id, email as string)
    return true
  }
  if (alone && isBackOffice(actor, owner)) {
    await replaceWaitingContact(tx, owner)
    await mailReplacedContact(services, tx, owner, { old_email: owner.email, new_email: email })
    return true
  }
  const waiting = await pendingChange(tx, owner)
  if (!waiting || waiting.new_email !== email) await askAtOldAddress(services, tx, owner, email)
  return false
}

/** While impersonating this customer, a super user does what the office could do, and no more. */
const isBackOffice = (actor: Actor, { customer_id }: ContactOwner) =>
  actor.role === 'super_user' && actor.impersonated_id !== customer_id

/** The address of an active office gets the codes of new IBANs: no super user decides about it alone. */
async function isActive(tx: Tx, { customer_id }: ContactOwner): Promise<boolean> {
  const [office] = await tx<[{ active: boolean }]>`
    select state = '1' as active from customers where customer_id = ${customer_id}`
  return office.active
}

async function tellOfFirstContact(services: Services, tx: Tx, customer_id: number, email: string) {
  const [by] = await tx<[{ name: string }]>`select actor_nominative() as name`
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'iban',
    title: 'Lo studio ha un indirizzo e-mail',
    body: `${by.name} ha scritto ${email}. Fra 72 ore potrà ricevere i codici che confermano un nuovo IBAN. Se non te lo aspettavi, scrivi subito all’assistenza.`,
    link: '/settings',
  })
}

/** Each request sends a mail to the old address; a person needs one or two. */
const mostRequestsADay = 10

async function askAtOldAddress(services: Services, tx: Tx, owner: ContactOwner, new_email: string | null) {
  const { customer_id, account_id, email: old_email } = owner
  const [made] = await tx`
    select count(*)::int as requests from contact_changes
    where customer_id = ${customer_id} and account_id is not distinct from ${account_id}::bigint
      and requested_at > now() - interval '1 day'`
  if (made?.requests >= mostRequestsADay)
    throw conflict(
      'too_many_requests',
      'Troppe richieste di cambiare questo indirizzo: riprova domani o scrivi all’assistenza.',
    )
  if (old_email) await requireMailRoom(tx, 'contact-change', old_email)
  await replaceWaitingContact(tx, owner)
  const [row] = await tx<{ contact_change_id: number }[]>`
    insert into contact_changes (customer_id, account_id, old_email, new_email, requested_by, requested_by_name)
    values (${customer_id}, ${account_id}, ${old_email}, ${new_email}, actor_user_id(), actor_nominative())
    returning contact_change_id`
  await services.queue.enqueue(tx, 'send-contact-change', {
    contact_change_id: row?.contact_change_id as number,
  })
}
