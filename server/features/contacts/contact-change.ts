import type { ContactChange } from '@saldo/contract/registry/contact-changes'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import type { ContactOwner } from './contact-owner.ts'

const columns = (tx: Tx) => tx`
  contact_change_id, account_id, old_email, new_email, requested_by_name, requested_at, expires_at,
  decided_by_name, decided_at, case when state = 'pending' and expires_at <= now() then 'expired' else state end as state`

const ofOwner = (tx: Tx, { customer_id, account_id }: Pick<ContactOwner, 'customer_id' | 'account_id'>) =>
  tx`customer_id = ${customer_id} and account_id is not distinct from ${account_id}::bigint`

export const contactChangesOf = (tx: Tx, owner: ContactOwner) => tx<ContactChange[]>`
  select ${columns(tx)} from contact_changes where ${ofOwner(tx, owner)}
  order by contact_change_id desc limit 100`

/** Locks the change that waits; null when there is none. */
export async function pendingChange(tx: Tx, owner: ContactOwner): Promise<ContactChange | null> {
  const [change] = await tx<ContactChange[]>`
    select ${columns(tx)} from contact_changes
    where ${ofOwner(tx, owner)} and state = 'pending' and expires_at > now() for update`
  return change ?? null
}

/** The same; 409 when there is none. */
export async function lockPendingContact(tx: Tx, owner: ContactOwner): Promise<ContactChange> {
  const change = await pendingChange(tx, owner)
  if (!change)
    throw conflict(
      'no_contact_change',
      'Nessun cambio di indirizzo aspetta conferma: forse è già stato deciso o è scaduto.',
    )
  return change
}

/** What still waits is replaced: its link stops working. */
export const replaceWaitingContact = (tx: Tx, owner: ContactOwner) => tx`
  update contact_changes
  set state = case when expires_at <= now() then 'expired' else 'replaced' end, decided_at = now(),
    decided_by = actor_user_id(), decided_by_name = actor_nominative()
  where ${ofOwner(tx, owner)} and state = 'pending'`

/** Ends the request with this `state`. A link has no user: the old mailbox confirms. */
export async function decideContactChange(
  tx: Tx,
  { contact_change_id }: ContactChange,
  state: 'confirmed' | 'withdrawn',
): Promise<ContactChange> {
  const [decided] = await tx<ContactChange[]>`
    update contact_changes
    set state = ${state}, decided_at = now(), decided_by = actor_user_id(),
      decided_by_name = coalesce(actor_nominative(), 'Dall’indirizzo di prima')
    where contact_change_id = ${contact_change_id}
    returning ${columns(tx)}`
  return decided as ContactChange
}
