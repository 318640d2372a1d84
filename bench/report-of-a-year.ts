import type { Sql } from '../server/db/connection.ts'
import { firstCustomer } from './fill-bills.ts'
import { time } from './measure.ts'
import { read } from './rate.ts'

const times = 15
const year = { from: '2025-01', to: '2025-12' }

/**
 * Posts the bills of the first customer and the payments of the paid ones, then the figures of the months, as their
 * triggers would. Triggers are off: they are measured by issuing and importing.
 */
export async function fillBooks(owner: Sql): Promise<void> {
  const tables = ['payments', 'ledger_entries', 'ledger_lines', 'payment_allocations', 'allocation_parts']
  const all = (what: 'enable' | 'disable') =>
    tables.map((table) => `alter table ${table} ${what} trigger user`).join('; ')
  await owner.unsafe(`
    ${all('disable')};
    with posted as (
      insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
      select customer_id, account_id, subject_id, bill_id, 'issue', 'bill:' || bill_id, 'Bolletta', issue_date
      from bills where customer_id = ${firstCustomer}
      returning customer_id, entry_id, bill_id
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
    select p.customer_id, p.entry_id, l.name, l.sign * b.amount, p.bill_id
    from posted p join bills b on b.bill_id = p.bill_id
    cross join (values ('receivables', 1), ('billed', -1)) l (name, sign);

    insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, settled_at, created_at)
    select customer_id, account_id, bill_id, subject_id, (array['CARD', 'SEPA_DEBIT', 'BANK_TRANSFER'])[1 + bill_id % 3], amount,
      'succeeded', next_due_date + interval '10 hours' + make_interval(days => (bill_id % 40)::int - 10), now()
    from bills where customer_id = ${firstCustomer} and phase = 'paid';
    with posted as (
      insert into ledger_entries (customer_id, account_id, subject_id, payment_id, kind, source, description, day)
      select customer_id, account_id, subject_id, payment_id, 'collection', 'bench:' || payment_id, 'Incasso', settled_at::date
      from payments where customer_id = ${firstCustomer}
      returning customer_id, entry_id, payment_id
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
    select p.customer_id, p.entry_id, l.name, l.sign * y.amount, case l.name when 'receivables' then y.bill_id end
    from posted p join payments y on y.payment_id = p.payment_id
    cross join (values ('bank', 1), ('receivables', -1)) l (name, sign);
    with allocated as (
      insert into payment_allocations (customer_id, payment_id, version, rule, actor)
      select customer_id, payment_id, 1, 'named', 'bench' from payments where customer_id = ${firstCustomer}
      returning customer_id, allocation_id, payment_id
    )
    insert into allocation_parts (allocation_id, instalment_id, customer_id, bill_id, amount)
    select a.allocation_id, i.instalment_id, a.customer_id, p.bill_id, p.amount
    from allocated a join payments p on p.payment_id = a.payment_id
    join bill_instalments i on i.customer_id = a.customer_id and i.bill_id = p.bill_id;
    ${all('enable')};

    insert into monthly_figures (customer_id, account_id, month, issued)
    select customer_id, account_id, first_of_month(issue_date), sum(amount)
    from bills where customer_id = ${firstCustomer} group by 1, 2, 3;
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(i.due_date), sum(i.amount)
    from bills b join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
    where b.customer_id = ${firstCustomer} group by 1, 2, 3;
    insert into monthly_figures (customer_id, account_id, month, method, gross, collections)
    select customer_id, account_id, first_of_month(settled_at::date), method, sum(amount), count(*)
    from payments where customer_id = ${firstCustomer} group by 1, 2, 3, 4`)
  for (const table of [...tables, 'monthly_figures']) await owner.unsafe(`vacuum analyze ${table}`)
}

/**
 * The median milliseconds of the report of a year (months, condominiums, figures, by HTTP, with the year before), of its
 * time to pay, and of a bare SQL that reads issued, due and collected of the two years from bills and postings.
 */
export async function reportTimes(owner: Sql, port: number, headers: Record<string, string>) {
  const query = `from=${year.from}&to=${year.to}`
  const ask = (what: string) => read(`http://127.0.0.1:${port}/v1/reports/${what}?${query}`, headers)
  const measured: { report: number; time: number; bare: number }[] = []
  for (let turn = 0; turn <= times; turn += 1) {
    const report = await time(() => Promise.all([ask('months'), ask('accounts'), ask('figures')]))
    const delays = await time(() => ask('time-to-pay'))
    const bare = await time(() => bareReport(owner))
    if (turn > 0) measured.push({ report, time: delays, bare }) // the first turn warms up
  }
  const middle = (of: 'report' | 'time' | 'bare') =>
    measured.map((each) => each[of]).toSorted((one, other) => one - other)[Math.floor(times / 2)] as number
  return { report: middle('report'), time: middle('time'), bare: middle('bare') }
}

const bareReport = (owner: Sql) =>
  owner.unsafe(`
  select month, sum(issued) as issued, sum(due) as due, sum(collected) as collected from (
    select date_trunc('month', e.day) as month, -l.amount as issued, 0 as due, 0 as collected
    from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
    where e.customer_id = ${firstCustomer} and e.day >= '2024-01-01' and e.day < '2026-01-01' and l.ledger_account = 'billed'
    union all
    select date_trunc('month', i.due_date), 0, i.amount, 0
    from bills b join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
    where b.customer_id = ${firstCustomer} and b.status = 'issued' and i.due_date >= '2024-01-01' and i.due_date < '2026-01-01'
    union all
    select date_trunc('month', m.day), 0, 0, m.gross - m.given_back - m.taken_back
    from money_lines m where m.customer_id = ${firstCustomer} and m.day >= '2024-01-01' and m.day < '2026-01-01'
  ) all_of_it group by month order by month`)
