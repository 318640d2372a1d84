import { formatDateTime } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { requireProof } from '../../../http/require-step-up.ts'
import type { Services } from '../../../services.ts'
import type { VisibleAccount } from '../visible-account.ts'
import { changesOf, replaceWaitingIban, type StoredChange } from './iban-change.ts'
import { ibanContacts } from './iban-contacts.ts'
import { refuseBlockedIban } from './refuse-iban.ts'
import { tellOfIban } from './tell-of-iban.ts'

/**
 * Before the caller writes the first IBAN of a condominium that is there: needs a fresh proof. The IBAN is also written to the
 * history and told like a change, whatever the condominium's state: bills may come the moment after.
 */
export async function announceFirstIban(
  services: Services,
  tx: Tx,
  actor: Actor,
  account: VisibleAccount,
  iban: string,
): Promise<void> {
  await requireProof(tx, actor)
  await refuseBlockedIban(tx, iban)
  await replaceWaitingIban(tx, account.account_id)
  const change = await insertConfirmed(tx, account, iban)
  await tellOfIban(services, tx, change, account.name, {
    dedupe_key: `iban-confirmed:${change.iban_change_id}`,
    title: 'È stato inserito l’IBAN',
    what: `${change.requested_by_name} l’ha inserito il ${formatDateTime(change.requested_at)}: il condominio non ne aveva uno. Da adesso le bollette chiedono di pagare su questo IBAN.`,
    otherwise: 'Se non te lo aspettavi, scrivi subito all’assistenza.',
  })
}

async function insertConfirmed(tx: Tx, account: VisibleAccount, new_iban: string): Promise<StoredChange> {
  const { customer_id, account_id } = account
  const { told } = await ibanContacts(tx, account)
  await tx`
    insert into iban_changes (customer_id, account_id, old_iban, new_iban, state, told, requested_by, requested_by_name,
      decided_by, decided_by_name, decided_at)
    values (${customer_id}, ${account_id}, null, ${new_iban}, 'confirmed', ${told}::text[], actor_user_id(), actor_nominative(),
      actor_user_id(), actor_nominative(), now())`
  const [change] = await changesOf(tx, account_id)
  return change as StoredChange
}
