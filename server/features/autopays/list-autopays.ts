import * as contract from '@saldo/contract/payments/autopays'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import { autopayViews } from './autopay-view.ts'

export const listAutopays = serve(contract.listAutopays, async ({ tx, actor, query }) => ({
  autopays: await autopayViews(
    tx,
    tx`p.state <> 'revoked'
      ${query.subject_id ? tx`and p.subject_id = ${query.subject_id}` : tx``}
      ${query.account_id ? tx`and p.account_id = ${query.account_id}` : tx``}`,
  ),
  coverable: await coverableOf(tx, actor),
}))

/** Where a resident has bills and no autopay yet. */
const coverableOf = async (tx: Tx, actor: Actor) =>
  actor.role !== 'consumer'
    ? []
    : tx<{ account_id: number; account_name: string; subject_id: number; subject_nominative: string }[]>`
      select distinct on (b.subject_id, b.account_id) b.account_id, a.name as account_name, b.subject_id,
        s.nominative as subject_nominative
      from bills b
      join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
      join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
      where b.status = 'issued' and not exists (
        select from autopays p
        where p.customer_id = b.customer_id and p.subject_id = b.subject_id and p.account_id = b.account_id
          and p.state <> 'revoked')
      order by b.subject_id, b.account_id limit 100`
