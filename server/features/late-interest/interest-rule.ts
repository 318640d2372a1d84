import * as contract from '@saldo/contract/bills/late-interest'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const getInterestRule = serve(contract.getInterestRule, ({ tx, params }) => ruleOf(tx, params.id))

export const saveInterestRule = serve(contract.saveInterestRule, async ({ tx, body }) => {
  const { account_id, kind } = body
  const [account] = await tx`select customer_id from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  const { customer_id } = account
  const agreed_bps = kind === 'agreed' ? (body.agreed_bps ?? null) : null
  if (kind === 'none')
    await tx`delete from late_interest_rules where customer_id = ${customer_id} and account_id = ${account_id}`
  else
    await tx`
      insert into late_interest_rules ${tx({ account_id, customer_id, kind, agreed_bps })}
      on conflict (account_id) do update
        set kind = excluded.kind, agreed_bps = excluded.agreed_bps, updated_at = now()`
  return ruleOf(tx, account_id)
})

async function ruleOf(tx: Tx, account_id: number): Promise<contract.InterestRule> {
  const [rule] = await tx<contract.InterestRule[]>`
    select a.account_id, coalesce(r.kind, 'none') as kind, r.agreed_bps
    from accounts a
    left join late_interest_rules r on r.customer_id = a.customer_id and r.account_id = a.account_id
    where a.account_id = ${account_id}`
  if (!rule) throw notFound('Il condominio')
  return rule
}
