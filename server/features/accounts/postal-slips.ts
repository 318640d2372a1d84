import * as contract from '@saldo/contract/registry/postal-slips'
import { postalAccountOf } from '@saldo/domain/postal/postal-account'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { visibleAccount } from './visible-account.ts'

export const getPostalSlips = serve(contract.getPostalSlips, ({ tx, params }) => slipsOf(tx, params.id))

/** 409 at the field if the condominium has no postal account. To print none is always possible. */
export const savePostalSlips = serve(contract.savePostalSlips, async ({ tx, params, body }) => {
  const { account_id, customer_id, name, iban } = await visibleAccount(tx, params.id, true)
  const { kind, holder, authorisation } = body
  if (kind === null) {
    await tx`delete from postal_slips where customer_id = ${customer_id} and account_id = ${account_id}`
    return slipsOf(tx, account_id)
  }
  if (postalAccountOf(iban) === null)
    throw conflict('no_postal_account', noPostalAccount, { kind: noPostalAccount })
  const row = {
    ...{ account_id, customer_id, slip_kind: kind },
    ...{ slip_holder: holder ?? name.slice(0, 80), slip_authorisation: authorisation ?? null },
  }
  await tx`
    insert into postal_slips ${tx(row)}
    on conflict (account_id) do update set slip_kind = excluded.slip_kind, slip_holder = excluded.slip_holder,
      slip_authorisation = excluded.slip_authorisation, updated_at = now()`
  return slipsOf(tx, account_id)
})

const noPostalAccount =
  'L’IBAN del condominio non è di un conto BancoPosta (ABI 07601): i bollettini non avrebbero un conto su cui arrivare.'

async function slipsOf(tx: Tx, id: number): Promise<contract.PostalSlips> {
  const [row] = await tx<(Omit<contract.PostalSlips, 'postal_account'> & { iban: string | null })[]>`
    select a.account_id, a.iban, p.slip_kind as kind, coalesce(p.slip_holder, left(a.name, 80)) as holder,
      p.slip_authorisation as authorisation
    from accounts a
    left join postal_slips p on p.customer_id = a.customer_id and p.account_id = a.account_id
    where a.account_id = ${id}`
  if (!row) throw notFound('Il condominio')
  const { iban, ...slips } = row
  return { ...slips, postal_account: postalAccountOf(iban) }
}
