import type { ReportFigures } from '@saldo/contract/reports/reports'
import { today } from '@saldo/domain/dates'
import { declineForOffice } from '@saldo/domain/payments/payment'
import { expectedOf, forecastWindows } from '@saldo/domain/reports/forecast'
import type { Tx } from '../../db/connection.ts'
import { overdueByAge } from '../arrears/overdue-by-age.ts'
import { monthFigures } from './month-figures.ts'
import { type Asked, daysOf, onlyOf, periodBefore, yearBefore } from './period.ts'

type Of = { account_ids?: number[] | undefined }

/** What is overdue today, by days of lateness, as in the lists of arrears. */
export async function ageing(tx: Tx, of: Of): Promise<NonNullable<ReportFigures['ageing']>> {
  const [row] = await tx<NonNullable<ReportFigures['ageing']>[]>`
    select o.overdue, o.late_30, o.late_90, o.late_180, o.late_365, o.late_more
    from ${overdueByAge(tx, tx`true ${onlyOf(tx, of, tx`i`)}`)}`
  return row as NonNullable<typeof row>
}

/** The money of the period by way to pay, the ways with most first. Used credit is no money, so it is no way here. */
export function ways(tx: Tx, asked: Asked) {
  const [now, then] = [daysOf(asked), daysOf(periodBefore(asked))]
  return tx<ReportFigures['ways']>`
    select t.method, t.collections, t.collected, t.fees, t.collected_before
    from (
      select f.method,
        coalesce(sum(f.collections) filter (where f.month >= ${now.first} and f.month < ${now.after}), 0)::int as collections,
        coalesce(sum(f.gross - f.given_back - f.taken_back)
          filter (where f.month >= ${now.first} and f.month < ${now.after}), 0)::bigint as collected,
        coalesce(sum(f.fees) filter (where f.month >= ${now.first} and f.month < ${now.after}), 0)::bigint as fees,
        coalesce(sum(f.gross - f.given_back - f.taken_back)
          filter (where f.month >= ${then.first} and f.month < ${then.after}), 0)::bigint as collected_before
      from monthly_figures f
      where f.method <> '' and (f.month >= ${now.first} and f.month < ${now.after}
        or f.month >= ${then.first} and f.month < ${then.after}) ${onlyOf(tx, asked, tx`f`)}
      group by f.method
    ) t
    where (t.collections, t.collected, t.fees, t.collected_before) <> (0, 0, 0, 0)
    order by t.collected desc, t.method`
}

/** The debits of the period, planned or started by the payer: how many, which failed and why, and what the banks took back. */
export async function debits(tx: Tx, asked: Asked): Promise<NonNullable<ReportFigures['debits']>> {
  const { first, after } = daysOf(asked)
  type Reason = { code: string | null; failed: boolean; count: number; amount: number }
  const [rows, [back]] = await Promise.all([
    tx<Reason[]>`
      select t.failed, case when t.failed then t.failure_code end as code, count(*)::int as count,
        sum(t.amount)::bigint as amount
      from (
        select d.state = 'failed' as failed, d.failure_code, d.amount
        from debits d
        where d.collect_on >= ${first} and d.collect_on < ${after} and d.state in ('started', 'done', 'failed')
          ${onlyOf(tx, asked, tx`d`)}
        union all
        -- Debits that the payer started.
        select p.state = 'failed', p.failure_code, p.amount
        from payments p
        where p.method = 'SEPA_DEBIT' and p.state not in ('created', 'requires_action', 'cancelled')
          and p.created_at >= ${first}::timestamp at time zone 'Europe/Rome'
          and p.created_at < ${after}::timestamp at time zone 'Europe/Rome'
          and not exists (select from debits d where d.customer_id = p.customer_id and d.payment_id = p.payment_id)
          ${onlyOf(tx, asked, tx`p`)}
      ) t
      group by 1, 2 order by 4 desc, 2`,
    tx<{ taken_back: number }[]>`
      select coalesce(sum(f.taken_back), 0)::bigint as taken_back from monthly_figures f
      where f.month >= ${first} and f.month < ${after} and f.method = 'SEPA_DEBIT' ${onlyOf(tx, asked, tx`f`)}`,
  ])
  const sum = (of: readonly Reason[]) => ({
    count: of.reduce((all, { count }) => all + count, 0),
    amount: of.reduce((all, { amount }) => all + amount, 0),
  })
  const failed = rows.filter((row) => row.failed)
  return {
    ...{ presented: sum(rows), failed: sum(failed), taken_back: back?.taken_back ?? 0 },
    reasons: failed.map(({ code, count, amount }) => ({ code, says: declineForOffice(code), count, amount })),
  }
}

/** What will probably come in: see `expectedOf`. The past are the twelve whole months before this one. */
export async function forecast(tx: Tx, of: Of): Promise<NonNullable<ReportFigures['forecast']>> {
  const past = yearBefore(today())
  const windows = forecastWindows(today())
  const [months, rows] = await Promise.all([
    monthFigures(tx, { ...past, account_ids: of.account_ids }),
    tx<{ place: number; due: number }[]>`
      select (i.due_date - today()) / 30 as place, sum(i.due)::bigint as due
      from owed_instalments i
      where i.due_date >= today() and i.due_date < today() + 90 ${onlyOf(tx, of, tx`i`)} group by 1`,
  ])
  const history = {
    due: months.reduce((all, { due }) => all + (due ?? 0), 0),
    unpaid: months.reduce((all, { still_due }) => all + (still_due ?? 0), 0),
  }
  return {
    history: { ...past, ...history },
    windows: windows.map((window, at) => {
      const due = rows.find(({ place }) => place === at)?.due ?? 0
      return { ...window, due, expected: expectedOf(due, history) }
    }),
  }
}
