import type { AccountState } from '@saldo/contract/registry/accounts'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/** The data that acts on a condominium need; `iban` is unmasked and never sent to a client. */
export type VisibleAccount = {
  account_id: number
  customer_id: number
  name: string
  fiscal_code: string | null
  iban: string | null
  email: string | null
  state: AccountState
}

/** The condominium; 404 when it is not visible to the actor. `lock`: until the transaction ends. */
export async function visibleAccount(tx: Tx, account_id: number, lock = false): Promise<VisibleAccount> {
  const [account] = await tx<VisibleAccount[]>`
    select account_id, customer_id, name, fiscal_code, iban, email, state from accounts
    where account_id = ${account_id} ${lock ? tx`for no key update` : tx``}`
  if (!account) throw notFound('Il condominio')
  return account
}
