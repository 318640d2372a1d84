import type { Sql } from '../server/db/connection.ts'
import { customers, firstCustomer } from './fill-bills.ts'

// biome-ignore format: a table is read at a glance
const surnames = ['Rossi', 'Ferrari', 'Russo', 'Bianchi', 'Colombo', 'Esposito', 'Ricci', 'Marino', 'Greco', 'Bruno', 'Gallo',
  'Conti', 'De Luca', 'Mancini', 'Costa', 'Giordano', 'Rizzo', 'Lombardi', 'Moretti', 'Barbieri', 'Fontana', 'Santoro',
  'Mariani', 'Rinaldi', 'Caruso', 'Ferrara', 'Galli', 'Martini', 'Leone', 'Longo', 'Gentile', 'Martinelli', 'Vitale',
  'Lombardo', 'Serra', 'Coppola', 'De Santis', 'D’Angelo', 'Marchetti', 'Parisi', 'Villa', 'Conte', 'Ferraro', 'Ferri',
  'Fabbri', 'Bianco', 'Marini', 'Grasso', 'Valentini', 'Messina', 'Sala', 'De Angelis', 'Gatti', 'Pellegrini', 'Palumbo',
  'Sanna', 'Farina', 'Rizzi', 'Monti', 'Cattaneo', 'Morelli', 'Amato', 'Silvestri', 'Mazza', 'Testa', 'Grassi',
  'Pellegrino', 'Carbone', 'Giuliani', 'Benedetti', 'Barone', 'Rossetti', 'Caputo', 'Montanari', 'Guerra', 'Palmieri',
  'Bernardi', 'Martino', 'Fiore', 'De Rosa', 'Ferretti', 'Bellini', 'Basile', 'Riva', 'Donati', 'Piras', 'Vitali',
  'Battaglia', 'Sartori', 'Neri', 'Costantini', 'Milani', 'Pagano', 'Ruggiero', 'Sorrentino', 'D’Amico', 'Orlando', 'Negri']
// biome-ignore format: a table is read at a glance
const names = ['Giuseppe', 'Maria', 'Antonio', 'Anna', 'Giovanni', 'Francesca', 'Mario', 'Lucia', 'Luigi', 'Rosa', 'Andrea',
  'Angela', 'Vincenzo', 'Giulia', 'Salvatore', 'Sara', 'Marco', 'Laura', 'Nicolò', 'Chiara', 'Roberto', 'Paola', 'Davide',
  'Elena', 'Stefano', 'Silvia', 'Alessandro', 'Valentina', 'Fabio', 'Alice', 'Paolo', 'Martina', 'Domenico', 'Federica']
const streets = [
  'Via Roma',
  'Via Ghibellina',
  'Corso Garibaldi',
  'Via dei Mille',
  'Piazza Dante',
  'Via Verdi',
]

/** Divides a number of rows among the four kinds of records. */
export function sharesOf(rows: number) {
  const share = (of: number) => Math.round((rows * of) / customers) * customers
  return { accounts: share(1 / 300), subjects: share(0.13), bills: share(0.47), payments: share(0.4) }
}

/**
 * Writes `rows` records to search, for four customers: condominiums, people whose surnames are as frequent as in a
 * telephone book (the first has one in twenty, half are rarer than one in a hundred), bills and payments of three
 * years. Triggers are off; statistics are updated on the way, because foreign key checks need good plans.
 */
export async function fillSearch(owner: Sql, rows: number): Promise<void> {
  const { accounts, subjects, bills, payments } = sharesOf(rows)
  const list = (of: string[]) => `array[${of.map((one) => `'${one}'`).join(', ')}]`
  const customer = `${firstCustomer} + n % ${customers}`
  // Evenly distributed over [0, 1), always the same; squared, the first are the most frequent.
  const chance = (seed: number) => `((hashint4(n * 31 + ${seed}) & 1048575) / 1048576.0)`
  const pick = (of: string[], seed: number) =>
    `(${list(of)})[1 + floor(${chance(seed)} * ${chance(seed)} * ${of.length})::int]`
  const ofSameCustomer = (many: number, seed: number) =>
    `1 + (n % ${customers} + ${customers - 1} + ${customers} * floor(${chance(seed)} * ${many / customers})::int) % ${many}`
  const letters = (seed: number) =>
    `translate(lpad((hashint4(n * 17 + ${seed}) & 262143)::text, 6, '7'), '0123456789', 'ABCDELMPRS')`
  await owner.unsafe(`
    insert into customers (customer_id, business_name, state)
    select c, 'Studio ' || c, '1' from generate_series(${firstCustomer}, ${firstCustomer + customers - 1}) c
    on conflict do nothing;
    insert into accounts (account_id, customer_id, name, city, address, fiscal_code)
    select n, ${customer}, 'Condominio ' || ${pick(streets, 1)} || ' ' || n, 'Firenze', ${pick(streets, 1)}, lpad(n::text, 11, '0')
    from generate_series(1, ${accounts}) n;
    insert into subjects (subject_id, customer_id, nominative, fiscal_code, email)
    select n, ${customer}, surname || ' ' || name, code, lower(name) || n || '@example.it'
    from (
      select n, case when n % 5 = 0 then initcap(${letters(2)}) else ${pick(surnames, 3)} end as surname,
        ${pick(names, 4)} as name,
        ${letters(5)} || lpad((n % 100)::text, 2, '0') || 'A' || lpad((n / 100 % 100)::text, 2, '0') || 'D'
          || lpad((n / 10000)::text, 3, '0') || 'X' as code
      from generate_series(1, ${subjects}) n
    ) people;
    analyze accounts, subjects;
    alter table bills disable trigger user;
    alter table payments disable trigger user;
    alter table payment_bills disable trigger user;
    insert into bills (bill_id, customer_id, account_id, subject_id, number, description, issue_date, amount, settled,
      next_due_date, phase)
    select n, ${customer}, ${ofSameCustomer(accounts, 6)}, ${ofSameCustomer(subjects, 7)},
      2023 + n * 3 / ${bills} || '/' || lpad(n::text, 7, '0'), 'Rata', date '2023-10-01' + n * 1000 / ${bills},
      5000 + (hashint4(n * 3) & 65535), 0, date '2023-11-01' + n * 1000 / ${bills}, 'open'
    from generate_series(1, ${bills}::bigint) of(big), lateral (select big::int as n) i;
    analyze bills;
    insert into payments (payment_id, customer_id, account_id, bill_id, subject_id, method, amount, state, created_at)
    select n, b.customer_id, b.account_id, b.bill_id, b.subject_id, 'CARD', b.amount, 'succeeded', b.issue_date + interval '20 days'
    from generate_series(1, ${payments}) n join bills b on b.bill_id = n;
    analyze payments;
    insert into payment_bills (payment_id, bill_id, customer_id)
    select payment_id, bill_id, customer_id from payments on conflict do nothing;
    alter table bills enable trigger user;
    alter table payments enable trigger user;
    alter table payment_bills enable trigger user`)
  for (const table of ['accounts', 'subjects', 'bills', 'payments', 'payment_bills'])
    await owner.unsafe(`vacuum analyze ${table}`)
}
