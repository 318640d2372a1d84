import * as contract from '@saldo/contract/account-iban'
import { normaliseIban } from '@saldo/domain/iban'
import { serve } from '../../http/serve.ts'
import { seeAllCustomers } from '../customers/see-all-customers.ts'

export const blockIban = serve(contract.blockIban, async ({ tx, actor, body: { iban, reason } }) => {
  await seeAllCustomers(tx, actor)
  await tx`
    insert into iban_blacklist (iban, reason, created_by) values (${iban}, ${reason}, ${actor.user_id})
    on conflict (iban) do update set reason = excluded.reason`
  const [blocked] = await tx<contract.BlockedIban[]>`
    select b.iban, b.reason, u.nominative as created_by_name, b.created_at
    from iban_blacklist b left join users u on u.user_id = b.created_by where b.iban = ${iban}`
  return blocked as contract.BlockedIban
})

export const listBlockedIbans = serve(contract.listBlockedIbans, async ({ tx, actor, query: { q } }) => {
  await seeAllCustomers(tx, actor)
  const wanted = normaliseIban(q ?? '')
  return tx<contract.BlockedIban[]>`
    select b.iban, b.reason, u.nominative as created_by_name, b.created_at
    from iban_blacklist b left join users u on u.user_id = b.created_by
    where ${wanted === '' ? tx`true` : tx`strpos(b.iban, ${wanted}) > 0`}
    order by b.created_at desc, b.iban limit 1000`
})

/** Again: nothing more. */
export const unblockIban = serve(contract.unblockIban, async ({ tx, actor, params: { iban } }) => {
  await seeAllCustomers(tx, actor)
  await tx`delete from iban_blacklist where iban = ${iban}`
  return undefined
})
