import type { Account } from '@saldo/contract/registry/accounts'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { accountsList } from './list/accounts-list.ts'

/** A condominium with its totals; 404 when it is not visible to the actor. */
export async function accountDetail(tx: Tx, account_id: number): Promise<Account> {
  const [account] = await tx<Account[]>`
    select ${accountsList.select(tx)} from ${accountsList.from(tx)} where a.account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  return account
}
