import { billsOfBudget } from '../domain/bills/budget.ts'
import { buildApp } from '../server/app.ts'
import type { Sql } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { issueBudgetJob } from '../server/features/budgets/issue-budget.job.ts'
import { readBudget } from '../server/features/budgets/locked-budget.ts'
import { planBudget } from '../server/features/budgets/plan-budget.ts'
import { envOf, time } from './measure.ts'

export const bills = 10_000
/** A customer of its own. */
const customer_id = 9001

/**
 * A building of 10,000 units, each with an owner, every third with a tenant; five expenses, one of each criterion, in
 * six instalments. Returns the milliseconds of issuing all bills (read, apportion, number, write, commit), of copying
 * the same rows by four plain statements, and of apportioning alone.
 */
export async function issueTimes(
  owner: Sql,
  url: string,
): Promise<{ issue: number; copy: number; apportion: number }> {
  const budget_id = await fillBuilding(owner)
  const app = await buildApp(envOf(url), await loginsOf(url), { worker: false })
  try {
    const { services } = app
    const plan = await services.asSystem(async (tx) => planBudget(tx, await readBudget(tx, budget_id)))
    await owner`
      update budgets set state = 'issuing', seen = ${plan.seen}, progress_total = ${plan.bills.length}
      where budget_id = ${budget_id}`
    const issue = await time(() => issueBudgetJob(services, { budget_id }))
    const [made] = await owner`select count(*) as count from bills where budget_id = ${budget_id}`
    if (made?.count < bills) throw new Error(`only ${made?.count} bills were issued`)
    const copy = await time(() => copyRows(owner, budget_id))
    return { issue, copy, apportion: await time(async () => apportionAlone()) }
  } finally {
    await app.close()
  }
}

async function fillBuilding(owner: Sql): Promise<number> {
  await owner.unsafe(`
    insert into customers (customer_id, business_name, state) values (${customer_id}, 'Studio dei Diecimila', '1');
    insert into accounts (account_id, customer_id, name) values (${customer_id}, ${customer_id}, 'Supercondominio');
    insert into subjects (subject_id, customer_id, nominative)
    select 90000000 + n, ${customer_id}, 'Rossi Lucia ' || n from generate_series(1, ${bills}) n;
    insert into units (unit_id, customer_id, account_id, number, position)
    select 90000000 + n, ${customer_id}, ${customer_id}, n::text, n from generate_series(1, ${bills}) n;
    insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind)
    select ${customer_id}, ${customer_id}, 90000000 + n, 90000000 + n, 'owner' from generate_series(1, ${bills}) n;
    insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind)
    select ${customer_id}, ${customer_id}, 90000000 + n, 90000000 + 1 + n % ${bills}, 'tenant'
    from generate_series(1, ${bills}, 3) n;
    insert into weight_tables (weight_table_id, customer_id, account_id, name, kind)
    values (9001, ${customer_id}, ${customer_id}, 'Valore', 'value'), (9002, ${customer_id}, ${customer_id}, 'Piani', 'stairs');
    insert into weights (weight_table_id, unit_id, customer_id, account_id, weight)
    select t, 90000000 + n, ${customer_id}, ${customer_id}, 1000 + (hashint4(n * t) & 65535)
    from generate_series(1, ${bills}) n, (values (9001), (9002)) w (t)`)
  const [budget] = await owner`
    insert into budgets (customer_id, account_id, starts_on, ends_on, year, name, due_dates)
    values (${customer_id}, ${customer_id}, '2027-01-01', '2027-12-31', 2027, 'Preventivo 2027', array(
      select ('2027-' || lpad((m * 2)::text, 2, '0') || '-28')::date from generate_series(1, 6) m))
    returning budget_id`
  const budget_id = budget?.budget_id as number
  const shared = { customer_id, account_id: customer_id, budget_id }
  const tables = { weight_table_id: 9001, second_table_id: 9002 }
  for (const expense of [
    { description: 'Generali', criterion: 'table', weight_table_id: 9001, tenant_percent: 0 },
    { description: 'Scale', criterion: 'stairs', ...tables, tenant_percent: 50 },
    { description: 'Riscaldamento', criterion: 'metered', ...tables, fixed_percent: 30, tenant_percent: 90 },
    {
      description: 'Lastrico',
      criterion: 'terrace',
      weight_table_id: 9001,
      unit_ids: [90000007],
      tenant_percent: 0,
    },
    { description: 'Citofono', criterion: 'direct', unit_ids: [90000001, 90000002], tenant_percent: 0 },
  ])
    await owner`insert into budget_expenses ${owner({ ...shared, ...expense, amount: 123_456_789 })}`
  await owner.unsafe('vacuum analyze')
  return budget_id
}

/** Writes the same rows by plain SQL: the minimum cost, with every index and trigger. */
const copyRows = (owner: Sql, budget_id: number) =>
  owner.unsafe(`
    begin;
    set local saldo.bulk = 'yes';
    create temporary table again on commit drop as
      select bill_id as was, nextval(pg_get_serial_sequence('bills', 'bill_id')) as bill_id from bills where budget_id = ${budget_id};
    insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount, next_due_date)
      select a.bill_id, customer_id, account_id, subject_id, 'X' || number, description, unit, issue_date, amount, next_due_date
      from again a join bills b on b.bill_id = a.was;
    insert into bill_lines (customer_id, bill_id, position, description, amount)
      select customer_id, a.bill_id, position, description, amount from again a join bill_lines l on l.bill_id = a.was;
    insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select customer_id, a.bill_id, position, due_date, amount from again a join bill_instalments i on i.bill_id = a.was;
    insert into bill_events (customer_id, bill_id, kind, text, actor)
      select customer_id, a.bill_id, kind, text, actor from again a join bill_events e on e.bill_id = a.was;
    commit`)

function apportionAlone(): void {
  const ids = Array.from({ length: bills }, (_, at) => at + 1)
  const weights = new Map(ids.map((id) => [id, 1000 + ((id * 7919) % 65_536)]))
  const height = new Map(ids.map((id) => [id, 1000 + ((id * 104_729) % 65_536)]))
  const holder = { share_numerator: 1, share_denominator: 1, pays: false }
  const ordinary = { amount: 123_456_789, nature: 'ordinary', usufructuary_percent: null } as const
  billsOfBudget(
    [
      { ...ordinary, tenant_percent: 0, criterion: { kind: 'table', weights } },
      { ...ordinary, tenant_percent: 50, criterion: { kind: 'stairs', value: weights, height } },
      {
        ...ordinary,
        tenant_percent: 90,
        criterion: { kind: 'metered', fixed: weights, readings: height, fixed_percent: 30 },
      },
    ],
    ids.map((unit_id) => ({
      unit_id,
      holders: [
        { subject_id: unit_id, right_kind: 'owner', ...holder },
        ...(unit_id % 3 === 0 ? [{ subject_id: unit_id + 1, right_kind: 'tenant' as const, ...holder }] : []),
      ],
    })),
    ['2027-02-28', '2027-04-28', '2027-06-28', '2027-08-28', '2027-10-28', '2027-12-28'],
  )
}
