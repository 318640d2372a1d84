import * as contract from '@saldo/contract/registry/account-iban'
import { formatDateTime } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { conflictIfNotUnique } from '../../../db/unique-violation.ts'
import { badInput } from '../../../http/errors.ts'
import { requireProof } from '../../../http/require-step-up.ts'
import { serveAcross } from '../../../http/serve.ts'
import { checkCodeOf } from '../../../identity/one-time-codes.ts'
import type { Services } from '../../../services.ts'
import { accountConflicts } from '../account-conflicts.ts'
import { visibleAccount } from '../visible-account.ts'
import { decideChange, lockPendingChange, type StoredChange } from './iban-change.ts'
import { ibanContacts } from './iban-contacts.ts'
import { refuseBlockedIban } from './refuse-iban.ts'
import { requireAnotherPerson } from './require-another-person.ts'
import { tellOfIban } from './tell-of-iban.ts'

/** A wrong code must count even if the rest is rolled back: it is checked in its own transaction. */
export const confirmIban = serveAcross(
  contract.confirmIban,
  async ({ services, as, actor, params, body }) => {
    const waiting = await as(async (tx) => {
      // The code of the office proves a request; the back office has none.
      if (actor.role === 'super_user') await requireProof(tx, actor)
      await visibleAccount(tx, params.id)
      const change = await lockPendingChange(tx, params.id)
      await requireAnotherPerson(tx, actor, change)
      return change
    })
    if (actor.role !== 'super_user') await requireCode(services, waiting, body.otp)
    return as((tx) => confirm(services, tx, params.id, waiting))
  },
)

async function requireCode(services: Services, { iban_change_id }: StoredChange, otp: string | undefined) {
  if (!otp) throw badInput({ otp: 'Scrivi il codice che ti abbiamo mandato per e-mail.' })
  const wrong = await checkCodeOf(services, { purpose: 'iban_change', record_id: iban_change_id }, otp)
  if (wrong) throw badInput({ otp: wrong })
}

async function confirm(services: Services, tx: Tx, account_id: number, { iban_change_id }: StoredChange) {
  const account = await visibleAccount(tx, account_id, true)
  const change = await lockPendingChange(tx, account_id)
  // The code belongs to this request: a newer request has its own.
  if (change.iban_change_id !== iban_change_id)
    throw badInput({ otp: 'Nel frattempo è stato chiesto un altro IBAN: serve il suo codice.' })
  await refuseBlockedIban(tx, change.new_iban)
  // First the decision: the database lets an office change an IBAN only if it is confirmed.
  const decided = await decideChange(tx, change, 'confirmed')
  await conflictIfNotUnique(
    tx`update accounts set iban = ${change.new_iban}, updated_at = now() where account_id = ${account_id}`,
    accountConflicts,
  )
  const { told } = await ibanContacts(tx, account)
  const all = { ...change, told: [...new Set([...change.told, ...told])] }
  await tellOfIban(services, tx, all, account.name, {
    dedupe_key: `iban-confirmed:${iban_change_id}`,
    title: 'L’IBAN è cambiato',
    what: `${decided.decided_by_name} ha confermato il ${formatDateTime(decided.decided_at as string)}. Da adesso le bollette chiedono di pagare sul nuovo IBAN.`,
    otherwise: 'Se non te lo aspettavi, scrivi subito all’assistenza.',
  })
  return decided
}
