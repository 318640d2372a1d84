import { type AgeBand, ageBands } from '@saldo/domain/arrears/arrears'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { rawSql } from '../../db/fragments.ts'
import type { Listing } from '../../db/listing.ts'

type Fragment = PendingQuery<Row[]>

/**
 * Sums the overdue amounts of the instalments `i` (owed_instalments) by days past due, as a lateral `o` for a `from`.
 * The bands sum to `overdue`. `whose` is the condition that selects the instalments. `act_by` is actBy of the domain:
 * six months from the end of the oldest debt's year. In cents.
 */
export const overdueByAge = (tx: Tx, whose: Fragment): Fragment => tx`
  lateral (
    select coalesce(sum(i.overdue), 0)::bigint as overdue, min(i.due_date) as oldest_due,
      (make_date(extract(year from min(i.due_date))::int + 1, 6, 30)) as act_by,
      count(distinct i.subject_id)::int as subjects, count(distinct i.bill_id)::int as bills,
      array_agg(distinct i.account_id) as account_ids,
      ${ageBands.map((band) => bandSum(tx, band)).reduce((one, other) => tx`${one}, ${other}`)}
    from owed_instalments i
    where i.due_date < today() and i.overdue > 0 and ${whose}
  ) o`

type Band = (typeof ageBands)[number]

/** The first band also includes everything with fewer days. */
const bandSum = (tx: Tx, { id, from, to }: Band): Fragment => tx`
  coalesce(sum(i.overdue) filter (where
    ${from === 1 ? tx`true` : tx`today() - i.due_date >= ${rawSql(tx, String(from))}`}
    and ${to === null ? tx`true` : tx`today() - i.due_date <= ${rawSql(tx, String(to))}`}), 0)::bigint as ${tx(id)}`

/** The columns of a row of arrears. */
export const arrearsColumns = (tx: Tx): Fragment =>
  tx`o.overdue, o.late_30, o.late_90, o.late_180, o.late_365, o.late_more, o.oldest_due, o.act_by`

type AgeFilters = {
  overdue_min?: number | undefined
  overdue_max?: number | undefined
  band?: AgeBand[] | undefined
  act?: 'passed' | 'ahead' | undefined
}

export const ageFilters: Listing<Required<AgeFilters>>['filters'] = {
  overdue_min: (tx, cents) => tx`o.overdue >= ${cents}`,
  overdue_max: (tx, cents) => tx`o.overdue <= ${cents}`,
  band: (tx, bands) =>
    tx`(${bands.map((band) => tx`o.${tx(band)} > 0`).reduce((one, other) => tx`${one} or ${other}`, tx`false`)})`,
  act: (tx, act) => (act === 'passed' ? tx`o.act_by < today()` : tx`o.act_by >= today()`),
}

export const ageSorts: Listing<object>['sorts'] = {
  overdue: { sql: (tx) => tx`o.overdue`, type: 'bigint' },
  late_30: { sql: (tx) => tx`o.late_30`, type: 'bigint' },
  late_90: { sql: (tx) => tx`o.late_90`, type: 'bigint' },
  late_180: { sql: (tx) => tx`o.late_180`, type: 'bigint' },
  late_365: { sql: (tx) => tx`o.late_365`, type: 'bigint' },
  late_more: { sql: (tx) => tx`o.late_more`, type: 'bigint' },
  oldest_due: { sql: (tx) => tx`o.oldest_due`, type: 'date' },
}

/** Count and sums of a list of arrears. */
export const arrearsTotals = (tx: Tx): Fragment => tx`
  count(*)::int as count, coalesce(sum(o.overdue), 0)::bigint as overdue, coalesce(sum(o.late_30), 0)::bigint as late_30,
  coalesce(sum(o.late_90), 0)::bigint as late_90, coalesce(sum(o.late_180), 0)::bigint as late_180,
  coalesce(sum(o.late_365), 0)::bigint as late_365, coalesce(sum(o.late_more), 0)::bigint as late_more`
