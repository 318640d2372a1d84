import * as contract from '@saldo/contract/identity/sub-users'
import type { Tx } from '../../../db/connection.ts'
import { notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { subUsersList } from './subusers-list.ts'

export const getSubUser = serve(contract.getSubUser, ({ tx, params }) => subUserDetail(tx, params.id))

/** Throws 404 for a user who is not a sub-user, was removed or is not visible. */
export async function subUserDetail(tx: Tx, user_id: number): Promise<contract.SubUserDetail> {
  const [user] = await tx<contract.SubUser[]>`
    select ${subUsersList.select(tx)} from ${subUsersList.from(tx)} where u.user_id = ${user_id}`
  if (!user) throw notFound('Questo collaboratore')
  const accounts = await tx<contract.SubUserDetail['accounts']>`
    select c.account_id, c.name from user_accounts a
    join accounts c on c.customer_id = a.customer_id and c.account_id = a.account_id
    where a.customer_id = ${user.customer_id} and a.user_id = ${user_id}
    order by c.name, c.account_id`
  return { ...user, accounts: [...accounts] }
}
