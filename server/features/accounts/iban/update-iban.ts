import * as contract from '@saldo/contract/registry/account-iban'
import { formatDateTime } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'
import { serveAcross } from '../../../http/serve.ts'
import { requireMailRoom } from '../../../mail/mail-limit.ts'
import type { Services } from '../../../services.ts'
import { type VisibleAccount, visibleAccount } from '../visible-account.ts'
import { changesOf, maskedChange, replaceWaitingIban, type StoredChange } from './iban-change.ts'
import { type IbanContacts, ibanContacts } from './iban-contacts.ts'
import { mailIbanCode } from './mail-iban-code.ts'
import { refuseBlockedIban, refuseTakenIban } from './refuse-iban.ts'
import { tellOfIban } from './tell-of-iban.ts'

/**
 * Requests a change of IBAN. The IBAN does not change yet: the contacts on file and the full users are notified, and a code
 * goes to the office's address, so that a stolen session alone is not enough. An address of less than 72 hours gets no code.
 */
export const updateIban = serveAcross(contract.updateIban, async ({ services, as, actor, params }) => {
  const change = await as((tx) => ask(services, tx, actor, params))
  if (change.code_to && actor.user_id !== null) await mailIbanCode(services, change, actor.user_id)
  return maskedChange(change)
})

async function ask(services: Services, tx: Tx, actor: Actor, { id, iban }: { id: number; iban: string }) {
  const account = await visibleAccount(tx, id, true)
  if (account.state === 'closed')
    throw conflict('account_closed', 'Il condominio è chiuso: il suo IBAN non si cambia più.')
  if (account.iban === iban)
    throw conflict('same_iban', 'È già l’IBAN di questo condominio.', {
      iban: 'È già l’IBAN di questo condominio.',
    })
  await refuseBlockedIban(tx, iban)
  await refuseTakenIban(tx, account, iban)
  await refuseManyRequests(tx, id)
  const contacts = await ibanContacts(tx, account)
  if (contacts.first_since && actor.role !== 'super_user') throw addressTooNew(contacts.first_since)
  // Refused here, before anything is written or told, and not when the code is mailed.
  if (contacts.code_to) await requireMailRoom(tx, 'iban-code', contacts.code_to)
  await replaceWaitingIban(tx, id)
  const change = await insertChange(tx, account, iban, contacts)
  await tellOfIban(services, tx, change, account.name, {
    dedupe_key: `iban-asked:${change.iban_change_id}`,
    title: 'È stato chiesto un nuovo IBAN',
    what: `${change.requested_by_name} ha chiesto il ${formatDateTime(change.requested_at)} di cambiare l’IBAN su cui il condominio riceve gli incassi. Finché non è confermato, tutto resta com’è.`,
    otherwise:
      'Se non te lo aspettavi, entra in Saldo e ritira la richiesta, oppure scrivi subito all’assistenza.',
  })
  return change
}

/** Whoever has just set the address could read the code: only the back office can confirm, and asks for it itself. */
const addressTooNew = (since: string) =>
  conflict(
    'contact_too_new',
    `L’e-mail dello studio c’è solo dal ${formatDateTime(since).replace(' ', ' alle ')}: per 72 ore non può ricevere il codice. Se il cambio di IBAN è urgente, scrivi all’assistenza: può confermarlo solo lei.`,
  )

/** Each request sends mails and a code that could be guessed; a person needs one or two. */
const mostRequestsADay = 10

async function refuseManyRequests(tx: Tx, account_id: number): Promise<void> {
  const [row] = await tx`
    select count(*)::int as requests from iban_changes
    where account_id = ${account_id} and requested_at > now() - interval '1 day'`
  if (row?.requests >= mostRequestsADay)
    throw conflict(
      'too_many_requests',
      'Troppe richieste per questo condominio: riprova domani o scrivi all’assistenza.',
    )
}

async function insertChange(tx: Tx, account: VisibleAccount, new_iban: string, contacts: IbanContacts) {
  const { customer_id, account_id, iban: old_iban } = account
  await tx`
    insert into iban_changes (customer_id, account_id, old_iban, new_iban, told, code_to, codes_sent, requested_by,
      requested_by_name)
    values (${customer_id}, ${account_id}, ${old_iban}, ${new_iban}, ${contacts.told}::text[], ${contacts.code_to},
      ${contacts.code_to ? 1 : 0}, actor_user_id(), actor_nominative())`
  const [change] = await changesOf(tx, account_id)
  return change as StoredChange
}
