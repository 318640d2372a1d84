import * as contract from '@saldo/contract/registry/accounts'
import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { notFound, notPermitted } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'

type User = { user_id: number; customer_id: number | null; all_accounts: boolean }
type Brief = Pick<contract.Account, 'account_id' | 'customer_id' | 'name' | 'fiscal_code' | 'city'>

export const accountsOfUser = serve(contract.accountsOfUser, async ({ tx, actor, params }) => {
  const [user] = await tx<User[]>`
    select user_id, customer_id, all_accounts from users where user_id = ${params.id}`
  if (!user) throw notFound('L’utente')
  requireOffice(actor, user)
  return tx<Brief[]>`
    select a.account_id, a.customer_id, a.name, a.fiscal_code, a.city from accounts a
    where ${accountsVisibleTo(tx, actor, user)} and a.state <> 'closed'
    order by a.name_key, a.account_id`
})

/** The office decides who sees which users: a sub-user without that permission sees only their own condominiums. */
function requireOffice(actor: Actor, user: User): void {
  const granted = 'permissions' in actor ? actor.permissions : null
  if (granted === null || user.user_id === actor.user_id || user.all_accounts) return
  if (!granted.split(',').includes('office:read')) throw notPermitted('office:read')
}

function accountsVisibleTo(tx: Tx, actor: Actor, { user_id, customer_id, all_accounts }: User) {
  // Row-level security shows the caller only their own.
  if (customer_id !== null && (all_accounts || user_id === actor.user_id))
    return tx`a.customer_id = ${customer_id}`
  if (customer_id !== null)
    return tx`a.account_id in (select g.account_id from user_accounts g where g.user_id = ${user_id})`
  return tx`a.account_id in (
    select b.account_id from subjects s join bills b on b.customer_id = s.customer_id and b.subject_id = s.subject_id
    where s.user_id = ${user_id}
    union
    select r.account_id from subjects s join right_holders r on r.customer_id = s.customer_id and r.subject_id = s.subject_id
    where s.user_id = ${user_id})`
}
