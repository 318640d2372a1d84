import type { TimeToPay } from '@saldo/contract/reports/reports'
import { paymentDelays } from '@saldo/domain/reports/payment-delays'
import type { Tx } from '../../db/connection.ts'
import { rawSql } from '../../db/fragments.ts'
import { daysOf, onlyOf, type Period } from './period.ts'

/**
 * How many days after its due date each part of an instalment was paid, by the payments whose money came in the period.
 * What a payment settles today counts, so money that went back does not. The due date is the one of today: a plan's, if
 * the person accepted one.
 */
export async function timeToPay(
  tx: Tx,
  of: Period & { account_ids?: number[] | undefined },
): Promise<TimeToPay> {
  const { first, after } = daysOf(of)
  const [row] = await tx`
    with paid as (
      select (p.settled_at at time zone 'Europe/Rome')::date - i.due_date as days, s.amount
      from payments p
      join payment_allocations v on v.customer_id = p.customer_id and v.payment_id = p.payment_id and v.current
      join allocation_parts s on s.customer_id = v.customer_id and s.allocation_id = v.allocation_id
      join bill_instalments i on i.instalment_id = s.instalment_id
      where p.settled_at >= ${first}::timestamp at time zone 'Europe/Rome'
        and p.settled_at < ${after}::timestamp at time zone 'Europe/Rome' ${onlyOf(tx, of, tx`p`)}
    )
    select percentile_disc(0.5) within group (order by days) as median,
      ${paymentDelays
        .map(({ id, from, to }) => {
          const within = tx`${from === null ? tx`true` : tx`days >= ${rawSql(tx, String(from))}`}
            and ${to === null ? tx`true` : tx`days <= ${rawSql(tx, String(to))}`}`
          return tx`
            (count(*) filter (where ${within}))::int as ${tx(`${id}_count`)},
            coalesce(sum(amount) filter (where ${within}), 0)::bigint as ${tx(`${id}_amount`)}`
        })
        .reduce((one, other) => tx`${one}, ${other}`)}
    from paid`
  return {
    median: row?.median ?? null,
    delays: paymentDelays.map(({ id }) => ({
      id,
      count: row?.[`${id}_count`],
      amount: row?.[`${id}_amount`],
    })),
  }
}
