import { buildApp } from '../server/app.ts'
import type { Sql } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { readImport } from '../server/features/imports/read/read-import.job.ts'
import { writeImport } from '../server/features/imports/write/write-import.job.ts'
import { envOf, time, watchMemory } from './measure.ts'

export const importedRows = 100_000
const accounts = 100
/** A customer of its own. */
const customer_id = 9002

/**
 * Imports a registry of 100,000 rows: a hundred condominiums of a thousand units, each with an owner and a weight,
 * every third with an opening balance. Returns the milliseconds of confirming (matching under the lock, writing,
 * commit) and of writing the same rows by plain statements; of reading; and the peak growth of this process in bytes.
 * Run it before anything that uses much memory.
 */
export async function importTimes(
  owner: Sql,
  url: string,
  home: string,
): Promise<{ read: number; write: number; copy: number; grown: number }> {
  await owner`insert into customers (customer_id, business_name, state) values (${customer_id}, 'Studio dei Centomila', '1')`
  const app = await buildApp(envOf(url, home), await loginsOf(url), { worker: false })
  try {
    const { services } = app
    await services.files.put('imports/bench', sheet())
    const [made] = await owner`
      insert into imports (customer_id, kind, file_name, file_path) values (${customer_id}, 'registry', 'bench.csv', 'imports/bench')
      returning import_id`
    const import_id = made?.import_id as number
    const watched = watchMemory()
    const read = await time(() => readImport(services, { import_id }))
    await owner`update imports set state = 'writing', opening_date = '2025-12-31' where import_id = ${import_id} and state = 'to_check'`
    const write = await time(() => writeImport(services, { import_id }))
    const grown = watched.stop()
    const [{ units } = {}] =
      await owner`select count(*)::int as units from units where import_id = ${import_id}`
    if (units !== importedRows) throw new Error(`only ${units} units were imported`)
    return { read, write, copy: await time(() => writeAgain(owner, import_id)), grown }
  } finally {
    await app.close()
  }
}

/** A registry that raises no question, so that the import can be written at once. */
function sheet(): string {
  const lines = [
    'Condominio;Scala;Interno;Nominativo;Ruolo;E-mail;Telefono;Indirizzo;CAP;Città;Provincia;Debito;Tabella A',
  ]
  for (let n = 1; n <= importedRows; n += 1) {
    const debt = n % 3 === 0 ? `${n % 900},50` : ''
    lines.push(
      `Condominio ${n % accounts};${'ABCD'[n % 4]};${Math.ceil(n / accounts)};Rossi Lucia ${n};Pr;rossi${n}@example.it;051 ${n};Via Roma ${n % 90};40121;Bologna;BO;${debt};1,25`,
    )
  }
  return lines.join('\r\n')
}

/** Writes the same rows by plain SQL: the minimum cost, with every index and trigger. */
const writeAgain = (owner: Sql, import_id: number) =>
  owner.unsafe(`
    begin;
    set local saldo.bulk = 'yes';
    create temporary table again_accounts on commit drop as
      select account_id as was, nextval(pg_get_serial_sequence('accounts', 'account_id')) as account_id from accounts where import_id = ${import_id};
    insert into accounts (account_id, customer_id, name)
      select a.account_id, customer_id, name from again_accounts a join accounts o on o.account_id = a.was;
    create temporary table again_subjects on commit drop as
      select subject_id as was, nextval(pg_get_serial_sequence('subjects', 'subject_id')) as subject_id from subjects where import_id = ${import_id};
    insert into subjects (subject_id, customer_id, nominative, email, phone, address, zip_code, city, prov)
      select a.subject_id, customer_id, nominative, email, phone, address, zip_code, city, prov
      from again_subjects a join subjects o on o.subject_id = a.was;
    create temporary table again_units on commit drop as
      select unit_id as was, nextval(pg_get_serial_sequence('units', 'unit_id')) as unit_id from units where import_id = ${import_id};
    insert into units (unit_id, customer_id, account_id, staircase, number, floor, use, position)
      select u.unit_id, customer_id, a.account_id, staircase, number, floor, use, position
      from again_units u join units o on o.unit_id = u.was join again_accounts a on a.was = o.account_id;
    insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind)
      select customer_id, a.account_id, u.unit_id, s.subject_id, right_kind
      from right_holders o join again_units u on u.was = o.unit_id join again_subjects s on s.was = o.subject_id
      join again_accounts a on a.was = o.account_id where o.import_id = ${import_id};
    insert into weight_tables (customer_id, account_id, name)
      select customer_id, a.account_id, name from weight_tables o join again_accounts a on a.was = o.account_id;
    insert into weights (weight_table_id, unit_id, customer_id, account_id, weight)
      select t.weight_table_id, u.unit_id, o.customer_id, a.account_id, weight
      from weights o join again_units u on u.was = o.unit_id join again_accounts a on a.was = o.account_id
      join weight_tables t on t.account_id = a.account_id;
    create temporary table again_bills on commit drop as
      select bill_id as was, nextval(pg_get_serial_sequence('bills', 'bill_id')) as bill_id from bills where import_id = ${import_id};
    insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount)
      select b.bill_id, customer_id, a.account_id, s.subject_id, number, description, unit, issue_date, amount
      from again_bills b join bills o on o.bill_id = b.was join again_accounts a on a.was = o.account_id
      join again_subjects s on s.was = o.subject_id;
    insert into bill_lines (customer_id, bill_id, position, description, amount)
      select customer_id, b.bill_id, position, description, amount from again_bills b join bill_lines l on l.bill_id = b.was;
    insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select customer_id, b.bill_id, position, due_date, amount from again_bills b join bill_instalments i on i.bill_id = b.was;
    insert into bill_events (customer_id, bill_id, kind, text, actor)
      select customer_id, b.bill_id, kind, text, actor from again_bills b join bill_events e on e.bill_id = b.was;
    insert into opening_balances (customer_id, account_id, unit_id, subject_id, right_kind, amount, day, import_id)
      select customer_id, a.account_id, u.unit_id, s.subject_id, right_kind, amount, day, import_id
      from opening_balances o join again_units u on u.was = o.unit_id join again_subjects s on s.was = o.subject_id
      join again_accounts a on a.was = o.account_id where o.import_id = ${import_id};
    commit`)
