import type { AccountReport, MonthsReport, ReportFigures } from '@saldo/contract/reports/reports'
import type { Debtor, Situation } from '@saldo/contract/reports/situation'
import { today } from '@saldo/domain/dates'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { type Bill, groups, late, type Office, owing, shownOf } from './owed-truth.ts'

/** What the increments of an office add up to, by condominium, month and way to pay. */
export const countedFigures = ({ services }: TestApp, customer_id: number) =>
  services.asSystem(
    (tx) => tx`
      select account_id, month, method, sum(issued)::bigint as issued, sum(due)::bigint as due, sum(gross)::bigint as gross,
        sum(given_back)::bigint as given_back, sum(taken_back)::bigint as taken_back, sum(fees)::bigint as fees,
        sum(collections)::int as collections
      from monthly_figures where customer_id = ${customer_id}
      group by account_id, month, method
      having (sum(issued), sum(due), sum(gross), sum(given_back), sum(taken_back), sum(fees), sum(collections))
        <> (0, 0, 0, 0, 0, 0, 0)
      order by account_id, month, method`,
  )

/** The same, read from all bills, instalments and postings. */
export const recomputedFigures = ({ services }: TestApp, customer_id: number) =>
  services.asSystem(
    (tx) => tx`
      select account_id, month, method, sum(issued)::bigint as issued, sum(due)::bigint as due, sum(gross)::bigint as gross,
        sum(given_back)::bigint as given_back, sum(taken_back)::bigint as taken_back, sum(fees)::bigint as fees,
        sum(collections)::int as collections
      from (
        select e.account_id, date_trunc('month', e.day)::date as month, '' as method, -l.amount as issued, 0 as due,
          0 as gross, 0 as given_back, 0 as taken_back, 0 as fees, 0 as collections
        from ledger_entries e join ledger_lines l using (entry_id)
        where e.customer_id = ${customer_id} and l.ledger_account = 'billed'
        union all
        select b.account_id, date_trunc('month', i.due_date)::date, '', 0, i.amount, 0, 0, 0, 0, 0
        from bills b join bill_instalments i using (bill_id)
        where b.customer_id = ${customer_id} and b.status = 'issued'
        union all
        select m.account_id, date_trunc('month', m.day)::date, coalesce(p.method, 'BANK_TRANSFER'), 0, 0, m.gross,
          m.given_back, m.taken_back, m.fees, 0
        from money_lines m left join payments p using (payment_id) where m.customer_id = ${customer_id}
        union all
        select e.account_id, date_trunc('month', e.day)::date, p.method, 0, 0, 0, 0, 0, 0,
          case e.kind when 'collection' then 1 else -1 end
        from ledger_entries e join payments p using (payment_id)
        where e.customer_id = ${customer_id} and e.kind in ('collection', 'collection_reversed')
      ) all_of_it
      group by account_id, month, method
      having (sum(issued), sum(due), sum(gross), sum(given_back), sum(taken_back), sum(fees), sum(collections))
        <> (0, 0, 0, 0, 0, 0, 0)
      order by account_id, month, method`,
  )

/** The report and the situations of an office: equal to a full recomputation, to the dashboard, and to the bills. */
export async function inReports(test: TestApp, customer_id: number, { get }: Office, bills: readonly Bill[]) {
  expect(await countedFigures(test, customer_id)).toEqual(await recomputedFigures(test, customer_id))
  const to = today().slice(0, 7)
  const from = `${Number(to.slice(0, 4)) - 1}-${to.slice(5)}`
  const { months } = await get<MonthsReport>(`/reports/months?from=${from}&to=${to}`)
  const dashboard = await get<{ months: object[] }>('/dashboard')
  expect(
    months
      .slice(1)
      .map(({ month, issued, collected, corrected }) => ({ month, issued, collected, corrected })),
  ).toEqual(dashboard.months)
  const { residue, overdue } = shownOf(bills)
  const { ageing, ways } = await get<ReportFigures>(`/reports/figures?from=${from}&to=${to}`)
  expect(ageing?.overdue).toBe(overdue)
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
  const money = sum(months.map(({ collected, corrected }) => collected + corrected))
  expect(sum(ways.map(({ collected }) => collected))).toBe(money)
  const query = `from=${from}&to=${to}`
  expect(await get(`/reports/accounts/summary?${query}`)).toMatchObject({ residue, overdue })
  const { items } = await get<{ items: AccountReport[] }>(`/reports/accounts?${query}&limit=200`)
  expect(sum(items.map(({ collected, corrected }) => collected + corrected))).toBe(money)
  expect(sum(items.map(({ issued }) => issued ?? 0))).toBe(sum(months.map(({ issued }) => issued ?? 0)))
  for (const [account_id, of] of groups(bills, 'account_id')) {
    const shown = shownOf(of)
    const { owed } = await get<Situation>(`/accounts/situation/${account_id}`)
    expect(owed).toMatchObject({ residue: shown.residue, overdue: shown.overdue, pending: shown.pending })
    expect(owed?.late).toBe(new Set(late(of).map(({ subject_id }) => subject_id)).size)
    const debtors = await get<{ items: Debtor[] }>(`/accounts/debtors?account_id=${account_id}&limit=200`)
    expect(debtors.items.map(({ subject_id }) => subject_id).toSorted()).toEqual(
      groups(owing(of), 'subject_id')
        .map(([subject_id]) => subject_id)
        .toSorted(),
    )
    for (const [subject_id, theirs] of groups(owing(of), 'subject_id')) {
      const { residue, overdue, pending } = shownOf(theirs)
      expect(debtors.items.find((each) => each.subject_id === subject_id)).toMatchObject({
        ...{ residue, overdue, pending },
      })
    }
  }
}
