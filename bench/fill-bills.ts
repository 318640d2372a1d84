import type { Sql } from '../server/db/connection.ts'

export const customers = 4
export const firstCustomer = 1001

/**
 * Adds bills until there are `rows`, for four customers with 100 condominiums and 10,000 people each: three years, most
 * of them paid. Triggers are off, so the values they would compute are written here, and the audit log takes no line of
 * each row, as in an import.
 */
export async function fillBills(owner: Sql, rows: number): Promise<void> {
  await owner.unsafe(`
    select set_config('saldo.bulk', 'yes', true);
    insert into customers (customer_id, business_name, state)
    select c, 'Studio ' || c, '1' from generate_series(${firstCustomer}, ${firstCustomer + customers - 1}) c
    on conflict do nothing;
    insert into accounts (account_id, customer_id, name, city)
    select c * 1000 + g, c, (array['Condominio Via Roma', 'Residenza Alba', 'Palazzo Verdi'])[1 + g % 3] || ' ' || g, 'Firenze'
    from generate_series(${firstCustomer}, ${firstCustomer + customers - 1}) c, generate_series(0, 99) g on conflict do nothing;
    insert into subjects (subject_id, customer_id, nominative, email)
    select c * 100000 + g, c, (array['Rossi', 'Bianchi', 'De Luca', 'Nicolò'])[1 + g % 4] || ' Lucia ' || g, 'p' || g || '@example.it'
    from generate_series(${firstCustomer}, ${firstCustomer + customers - 1}) c, generate_series(0, 9999) g on conflict do nothing;
    alter table bills disable trigger user;
    alter table bill_instalments disable trigger user;
    alter table bill_lines disable trigger user;
    with made as (
      insert into bills (customer_id, account_id, subject_id, number, description, unit, issue_date, amount, settled,
        next_due_date, phase)
      select c, c * 1000 + (hashint4(n) & 63), c * 100000 + (hashint4(n * 7) & 8191), 'B/' || lpad(n::text, 8, '0'),
        'Rata ' || 1 + n % 4 || ' di 4', 'Int. ' || n % 40, date '2023-12-01' + n % 1080, amount,
        case when paid then amount else 0 end, date '2024-01-01' + n % 1080, case when paid then 'paid' else 'open' end
      from (
        select n, ${firstCustomer} + n % ${customers} as c, (5000 + (hashint4(n * 3) & 65535))::bigint as amount,
          n % 1080 < 1000 and n % 25 <> 0 as paid
        from generate_series((select count(*) from bills)::int + 1, ${rows}) n
      ) of
      returning customer_id, bill_id, next_due_date, amount, settled
    ), due as (
      insert into bill_instalments (customer_id, bill_id, position, due_date, amount, settled)
      select customer_id, bill_id, 1, next_due_date, amount, settled from made
    )
    insert into bill_lines (customer_id, bill_id, position, description, amount)
    select customer_id, bill_id, 1, 'Spese generali', amount from made;
    alter table bills enable trigger user;
    alter table bill_instalments enable trigger user;
    alter table bill_lines enable trigger user`)
  for (const table of ['bills', 'bill_instalments', 'subjects', 'accounts'])
    await owner.unsafe(`vacuum analyze ${table}`)
}
