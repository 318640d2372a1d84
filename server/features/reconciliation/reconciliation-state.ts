import * as contract from '@saldo/contract/reports/reconciliation'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { summaryOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { payoutsList } from '../payouts/payouts-list.ts'
import { reconciliationDaysList, totals } from './days-list.ts'
import { itemsList } from './items-list.ts'

type Filters = z.output<typeof contract.getReconciliationState.query>

/** The figures are those of the lists that they link to: of days, of items and of payouts. */
export const getReconciliationState = serve(contract.getReconciliationState, async ({ tx, query }) => {
  const { account_id, ...days } = query
  const [sums, compared_to, open, explained, payouts] = await Promise.all([
    summaryOf(tx, reconciliationDaysList, query, totals),
    comparedTo(tx, query),
    openItems(tx, query),
    summaryOf(tx, itemsList, { ...query, state: ['explained'] }, gaps),
    account_id === undefined
      ? summaryOf(
          tx,
          payoutsList,
          { arrives_on_from: days.day_from, arrives_on_to: days.day_to, matching: 'unexplained' },
          (of) => of`count(*)::int as count, coalesce(sum(p.unmatched), 0)::bigint as amount`,
        )
      : null,
  ])
  return { ...(sums as object), compared_to, open, explained, payouts } as never
})

const gaps = (of: Tx) => of`count(*)::int as count, coalesce(sum(i.gap), 0)::bigint as amount`

function openItems(tx: Tx, { day_from, day_to, account_id }: Filters) {
  return tx`
    select i.kind, ${gaps(tx)} from reconciliation_items i
    where i.state = 'open'
      ${day_from ? tx`and i.day >= ${day_from}` : tx``}
      ${day_to ? tx`and i.day <= ${day_to}` : tx``}
      ${account_id ? tx`and i.account_id = ${account_id}` : tx``}
    group by i.kind order by sum(i.gap) desc, i.kind`
}

/**
 * The last day of an unbroken row of compared days, of every provider account. A day that was compared before it had
 * ended does not count: money may have come after.
 */
async function comparedTo(tx: Tx, { day_to }: Filters): Promise<string | null> {
  const [row] = await tx<{ compared_to: string | null }[]>`
    select least(min(until), ${day_to ?? null}::date) as compared_to from (
      select f.first, (
        select min(d)::date - 1 from generate_series(f.first, today(), interval '1 day') d
        where not exists (
          select from reconciled_days r
          where r.provider_account = f.provider_account and r.day = d::date
            and r.checked_at >= (d::date + 1)::timestamp at time zone 'Europe/Rome')) as until
      from (select provider_account, min(day) as first from reconciled_days group by 1) f
    ) c
    having bool_and(until >= first)`
  return row?.compared_to ?? null
}
