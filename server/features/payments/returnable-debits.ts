import { refundDays } from '@saldo/domain/sepa/debit-dates'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

/**
 * Sums, in cents, the collected SEPA debits that payers' banks must still give back without a reason: those of the last
 * eight weeks, less what was refunded. `only`: further conditions on `payments p`, which begin with `and`.
 */
export async function returnableDebits(tx: Tx, only: PendingQuery<Row[]>): Promise<number> {
  const [row] = await tx<{ amount: number }[]>`
    select coalesce(sum(p.amount - p.refunded), 0)::bigint as amount from payments p
    where p.method = 'SEPA_DEBIT' and p.state in ('succeeded', 'partly_refunded')
      and p.settled_at >= (today() - ${refundDays}::int)::timestamp at time zone 'Europe/Rome' ${only}`
  return row?.amount ?? 0
}
