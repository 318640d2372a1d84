import type { MonthFigures } from '@saldo/contract/reports/reports'
import type { Tx } from '../../db/connection.ts'
import { ofBills } from '../accounts/bill-totals.ts'
import { daysOf, onlyOf, type Period } from './period.ts'

/**
 * The figures of each month of a period, also of months without any: issued, due and money from `monthly_figures`,
 * corrections from `money_corrections`, and what is still owed from `owed_instalments`. Cents.
 */
export function monthFigures(tx: Tx, of: Period & { account_ids?: number[] | undefined }) {
  const { first, after } = daysOf(of)
  return tx<MonthFigures[]>`
    with months as (
      select generate_series(${first}::timestamp, ${after}::timestamp - interval '1 day', '1 month')::date as month
    ), counted as (
      select f.month, sum(f.issued) as issued, sum(f.due) as due, sum(f.gross - f.given_back - f.taken_back) as moved,
        sum(f.taken_back) as taken_back, sum(f.fees) as fees
      from monthly_figures f
      where f.month >= ${first} and f.month < ${after} ${onlyOf(tx, of, tx`f`)} group by f.month
    ), corrected as (
      select first_of_month(c.day) as month, sum(c.gross) as amount
      from money_corrections c
      where c.day >= ${first} and c.day < ${after} and c.received_on < first_of_month(c.day) ${onlyOf(tx, of, tx`c`)}
      group by 1
    ), owed as (
      select first_of_month(i.due_date) as month, sum(i.due) as still_due, sum(i.overdue) as overdue
      from owed_instalments i
      where i.due_date >= ${first} and i.due_date < ${after} ${onlyOf(tx, of, tx`i`)} group by 1
    )
    select to_char(m.month, 'YYYY-MM') as month,
      ${ofBills(tx, tx`coalesce(f.issued, 0)::bigint`)} as issued, ${ofBills(tx, tx`coalesce(f.due, 0)::bigint`)} as due,
      ${ofBills(tx, tx`coalesce(o.still_due, 0)::bigint`)} as still_due,
      ${ofBills(tx, tx`coalesce(o.overdue, 0)::bigint`)} as overdue,
      (coalesce(f.moved, 0) - coalesce(x.amount, 0))::bigint as collected, coalesce(x.amount, 0)::bigint as corrected,
      coalesce(f.taken_back, 0)::bigint as taken_back, coalesce(f.fees, 0)::bigint as fees
    from months m
    left join counted f using (month) left join corrected x using (month) left join owed o using (month)
    order by m.month`
}
