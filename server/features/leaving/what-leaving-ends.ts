import * as contract from '@saldo/contract/identity/leaving'
import { serve } from '../../http/serve.ts'

/** Row-level security shows a resident only what is theirs, so that counting it is enough. */
export const whatLeavingEnds = serve(contract.whatLeavingEnds, async ({ tx }) => {
  const [held] = await tx<contract.Leaving[]>`
    select u.user_name, u.email, o.residue, o.pending,
      array(select distinct coalesce(c.business_name, 'il tuo amministratore')
        from subjects s left join customers c on c.customer_id = s.customer_id order by 1 limit 100) as offices,
      (select count(*)::int from payment_sources s
        where s.subject_id is not null and s.state in ('pending', 'active')) as methods,
      (select count(*)::int from autopays a where a.state <> 'revoked') as autopays,
      (select count(*)::int from debits d
        where d.state in ('planned', 'notified') and d.source_id is not null) as planned_debits,
      (select count(*)::int from mandates m
        where m.source_id is null and m.state in ('active', 'suspended')) as bank_mandates,
      (select count(*)::int from active_delegations d where d.delegate_user_id = u.user_id) as pays_for,
      (select count(*)::int from active_delegations d
        where d.subject_id in (select s.subject_id from subjects s)) as payers
    from users u cross join (
      select coalesce(sum(due), 0)::bigint as residue, coalesce(sum(pending), 0)::bigint as pending
      from owed_instalments) o
    where u.user_id = actor_user_id()`
  return held as contract.Leaving
})
