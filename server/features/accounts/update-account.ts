import * as contract from '@saldo/contract/registry/accounts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { changeContact } from '../contacts/change-contact.ts'
import { accountConflicts } from './account-conflicts.ts'
import { accountDetail } from './account-detail.ts'
import { announceFirstIban } from './iban/first-iban.ts'
import { requireCity } from './require-city.ts'
import { tellOfOtherName } from './tell-of-other-name.ts'
import { visibleAccount } from './visible-account.ts'

/**
 * A new e-mail address may have to wait (`changeContact`), a first IBAN needs a fresh proof (`announceFirstIban`); all else
 * holds at once. Another name of a condominium with an IBAN is told (`tellOfOtherName`).
 */
export const updateAccount = serve(
  contract.updateAccount,
  async ({ services, tx, actor, body: { account_id, ...body } }) => {
    const account = await visibleAccount(tx, account_id, true)
    if (account.iban && body.iban !== undefined && body.iban !== account.iban) throw ibanIsSet()
    await requireCity(tx, body.city_id)
    if (!account.iban && body.iban) await announceFirstIban(services, tx, actor, account, body.iban)
    await tellOfOtherName(services, tx, account, body)
    const { email, ...rest } = body
    const now = await changeContact(services, tx, actor, account, email)
    const kept = omitUndefined(now ? body : rest)
    await conflictIfNotUnique(
      tx`update accounts set ${tx(kept)}, updated_at = now() where account_id = ${account_id}`,
      accountConflicts,
    )
    return accountDetail(tx, account_id)
  },
)

/** A set IBAN changes only by a confirmed request: an intruder must not be able to redirect residents' money. */
const ibanIsSet = () =>
  conflict('iban_already_set', 'L’IBAN di un condominio non si cambia da qui: serve una conferma.', {
    iban: 'Questo condominio ha già un IBAN: per cambiarlo serve una conferma.',
  })
