import type { Dashboard } from '@saldo/contract/reports/dashboard'
import type { Tx } from '../../db/connection.ts'

/**
 * This month and the eleven before it, from the ledger, also months without movements. A cancellation, refund or return
 * counts in the month in which it happened, so past months never change. What corrects money of an earlier month stands
 * apart.
 */
export function lastMonths(tx: Tx, of: { account_id: number | undefined }) {
  return tx<Dashboard['months']>`
    with months as (
      select (date_trunc('month', today()) - make_interval(months => 11 - n))::date as first
      from generate_series(0, 11) n
    ), issued as (
      select date_trunc('month', e.day)::date as first, -sum(l.amount) as amount
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.day >= (select min(first) from months) and l.ledger_account = 'billed' ${only(tx, of, tx`e`)}
      group by 1
    ), collected as (
      select date_trunc('month', m.day)::date as first, ${collected(tx)} as amount
      from money_lines m where m.day >= (select min(first) from months) ${only(tx, of, tx`m`)}
      group by 1
    ), corrected as (
      select date_trunc('month', c.day)::date as first, sum(c.gross) as amount
      from money_corrections c
      where c.day >= (select min(first) from months) and c.received_on < date_trunc('month', c.day) ${only(tx, of, tx`c`)}
      group by 1
    )
    select to_char(m.first, 'YYYY-MM') as month, coalesce(i.amount, 0)::bigint as issued,
      (coalesce(c.amount, 0) - coalesce(x.amount, 0))::bigint as collected, coalesce(x.amount, 0)::bigint as corrected
    from months m left join issued i using (first) left join collected c using (first) left join corrected x using (first)
    order by m.first`
}

/** Money that came in, less money that went back; fees are the office's costs. Using credit moves no money. */
export const collected = (tx: Tx) => tx`sum(m.gross - m.given_back - m.taken_back)`

/** Of the chosen condominium only, if one is. */
const only = (tx: Tx, { account_id }: { account_id: number | undefined }, table: ReturnType<Tx>) =>
  account_id === undefined ? tx`` : tx`and ${table}.account_id = ${account_id}`
