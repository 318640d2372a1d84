import * as contract from '@saldo/contract/registry/accounts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { accountConflicts } from './account-conflicts.ts'
import { accountDetail } from './account-detail.ts'
import { refuseBlockedIban } from './iban/refuse-iban.ts'
import { requireCity } from './require-city.ts'

export const updateAccount = serve(contract.updateAccount, async ({ tx, body: { account_id, ...body } }) => {
  const [account] = await tx<{ iban: string | null }[]>`
    select iban from accounts where account_id = ${account_id} for no key update`
  if (!account) throw notFound('Il condominio')
  if (account.iban && body.iban !== undefined && body.iban !== account.iban) throw ibanIsSet()
  await requireCity(tx, body.city_id)
  if (body.iban !== account.iban) await refuseBlockedIban(tx, body.iban)
  await conflictIfNotUnique(
    tx`update accounts set ${tx(omitUndefined(body))}, updated_at = now() where account_id = ${account_id}`,
    accountConflicts,
  )
  return accountDetail(tx, account_id)
})

/** A set IBAN changes only by a confirmed request: an intruder must not be able to redirect residents' money. */
const ibanIsSet = () =>
  conflict('iban_already_set', 'L’IBAN di un condominio non si cambia da qui: serve una conferma.', {
    iban: 'Questo condominio ha già un IBAN: per cambiarlo serve una conferma.',
  })
