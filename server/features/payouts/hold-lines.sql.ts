import type { Tx } from '../../db/connection.ts'
import { makeWorkTable } from '../../db/work-tables.ts'
import { ownerOfDestination } from '../provider-accounts/destinations.ts'
import type { ProviderPayout } from './store-payout.ts'

/**
 * Finds the payment of each line of a payout, into the work table `held`: by its payment intent, its charge or our
 * metadata. Metadata is trusted only for an attempt that never got an answer and for our transfers to connected
 * accounts, where nobody else writes it. The return of an earlier payout is split as that payout was. A payout that
 * Saldo ordered by hand has one line, its order. A line without
 * payment that the back office has explained in the daily reconciliation belongs to the platform. If the lines do not
 * sum to the payout, a line "not recognised" holds the difference.
 */
export async function hold(tx: Tx, told: ProviderPayout): Promise<void> {
  const { provider_account, destination, provider_object, total, made_at, lines } = told
  // All lines of an office's own account belong to that office, also those that we do not recognise.
  const owner = destination === null ? null : await ownerOfDestination(tx, provider_account, destination)
  await makeWorkTable(tx, 'held')
  await tx`
    insert into held (at, movement_id, type, day, amount, fee, customer_id, account_id, payment_id, class, went_on,
      payment_intent, charge_id)
    with told as (
      select *, (t.at at time zone 'Europe/Rome')::date as day
      from json_to_recordset(${JSON.stringify(lines ?? [])}::json) as t (movement_id text, class text, type text, at timestamptz,
        amount bigint, fee bigint, payment_intent text, charge_id text, claimed_attempt_id bigint, failed_payout text)
    )
    select t.at, t.movement_id, t.type, t.day, t.amount, t.fee, a.customer_id, a.account_id, a.payment_id,
      case when a.payment_id is not null then t.class end as class, coalesce(a.went_on, false) as went_on, t.payment_intent, t.charge_id
    from told t
    left join lateral (
      select p.customer_id, p.account_id, p.payment_id,
        ${destination === null} and a.request ? 'transfer_data' as went_on
      from payment_attempts a
      join payments p on p.customer_id = a.customer_id and p.payment_id = a.payment_id
      where a.provider_account = ${provider_account}
        and (a.provider_object = t.payment_intent or a.provider_charge = t.charge_id
          or (a.attempt_id = t.claimed_attempt_id
            and (a.provider_object is null or t.class = 'transfer' or ${destination !== null})))
      order by (a.provider_object = t.payment_intent) desc nulls last, (a.provider_charge = t.charge_id) desc nulls last
      limit 1
    ) a on t.class not in ('unknown', 'own', 'payout_failure')
    where t.class not in ('payout_failure', 'own')
    union all
    select t.at, t.movement_id, t.type, t.day, t.amount, t.fee, null, null, null, 'own', false, null, null
    from told t where t.class = 'own'
    union all
    select t.at, t.movement_id, t.type, t.day, coalesce(e.net, t.amount), case when e.net is null then t.fee else 0 end,
      e.customer_id, e.account_id, null,
      case when e.net is not null then 'payout_failure' end, coalesce(e.went_on, false), null, null
    from told t
    left join lateral (
      select l.customer_id, l.account_id, l.went_on, sum(l.net)::bigint as net
      from payouts p join payout_lines l on l.payout_id = p.payout_id
      where p.provider_account = ${provider_account} and p.provider_object = t.failed_payout and p.explained
      group by 1, 2, 3
    ) e on true
    where t.class = 'payout_failure'
    union all
    select ${made_at}::timestamptz, ${provider_object}, 'payout', (${made_at}::timestamptz at time zone 'Europe/Rome')::date, o.amount, 0,
      o.customer_id, o.account_id, null, 'order', false, null, null
    from ordered_payouts o
    where ${lines === null} and o.provider_account = ${provider_account} and o.provider_object = ${provider_object}`
  await tx`
    update held h set class = 'own', customer_id = null
    where h.class is null and ${destination === null} and exists (
      select from reconciliation_items i
      where i.provider_account = ${provider_account} and i.kind = 'nobody' and i.state = 'explained'
        and i.provider_object in (h.payment_intent, h.charge_id, h.movement_id))`
  await tx`update held set class = 'unknown', customer_id = ${owner} where class is null`
  await tx`
    insert into held (at, movement_id, type, day, amount, fee, customer_id, class, went_on)
    select ${made_at}, ${provider_object}, 'payout', (${made_at}::timestamptz at time zone 'Europe/Rome')::date, ${total} - s.net, 0,
      ${owner}::bigint, 'unknown', false
    from (select coalesce(sum(amount - fee), 0)::bigint as net from held) s
    where s.net <> ${total}`
}
