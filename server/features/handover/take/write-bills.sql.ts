import { formatDate } from '@saldo/domain/dates'
import { handoverTables } from '@saldo/domain/handover/format'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../../db/connection.ts'
import type { StoredZip } from './read-handover.job.ts'
import type { LoadedZip } from './read-zip.ts'
import { type Made, newIds } from './write-account.sql.ts'

/** Bills in one statement: a JSON of some megabytes. */
const batch = 5_000

/**
 * Writes the bills with lines and instalments. What the former office had collected is settled from the beginning, and
 * posted as `brought`: no money of this office, and no collection of any month. Credits are posted as `opening_credit`.
 */
export async function writeBillsOfZip(tx: Tx, stored: StoredZip, zip: LoadedZip, made: Made): Promise<void> {
  const { bills, lines, instalments } = zip.tables
  const ids = await newIds(tx, 'bills', 'bill_id', bills.length)
  const idOf = new Map(bills.map(({ bill_id }, at): [unknown, number] => [bill_id, ids[at] as number]))
  const of = { customer_id: stored.customer_id, account_id: made.account_id }
  await inBatches(bills, (some) =>
    insertBills(
      tx,
      of,
      some.map((row) => ({
        ...row,
        bill_id: idOf.get(row.bill_id),
        subject_id: made.subjects.get(row.subject_id),
      })),
    ),
  )
  await inBatches(lines, (some) =>
    insertLines(
      tx,
      of,
      some.map((row) => ({ ...row, bill_id: idOf.get(row.bill_id) })),
    ),
  )
  await inBatches(instalments, (some) =>
    insertInstalments(
      tx,
      of,
      some.map((row) => ({ ...row, bill_id: idOf.get(row.bill_id) })),
    ),
  )
  await postBrought(tx, of, stored.handover_id, zip.manifest.day)
  await writeCredits(tx, of, stored.handover_id, zip, made)
  await inBatches(historyOf(zip), (some) =>
    insertHistory(
      tx,
      of,
      some.map((row) => ({ ...row, bill_id: idOf.get(row.bill_id) })),
    ),
  )
}

async function inBatches<Row>(rows: Row[], write: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += batch) await write(rows.slice(at, at + batch))
}

type Of = { customer_id: number; account_id: number }

const insertBills = (tx: Tx, { customer_id, account_id }: Of, rows: object[]) => tx`
  insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount, status)
  select bill_id, ${customer_id}, ${account_id}, subject_id, number, description, unit, issue_date, amount, status
  from jsonb_to_recordset(${tx.json(rows as never)}) as x (bill_id bigint, subject_id bigint, number text, description text,
    unit text, issue_date date, amount bigint, status text)
  order by bill_id`

const insertLines = (tx: Tx, { customer_id }: Of, rows: object[]) => tx`
  insert into bill_lines (customer_id, bill_id, position, description, amount)
  select ${customer_id}, bill_id, position, description, amount
  from jsonb_to_recordset(${tx.json(rows as never)}) as x (bill_id bigint, position int, description text, amount bigint)
  order by bill_id, position`

const insertInstalments = (tx: Tx, { customer_id }: Of, rows: object[]) => tx`
  insert into bill_instalments (customer_id, bill_id, position, due_date, amount, settled, returned, refunded)
  select ${customer_id}, bill_id, position, due_date, amount, settled, returned, refunded
  from jsonb_to_recordset(${tx.json(rows as never)}) as x (bill_id bigint, position int, due_date date, amount bigint,
    settled bigint, returned bigint, refunded bigint)
  order by bill_id, position`

/** Posts what was settled before, on the day of the ZIP; of a bill that is issued later, on that day. */
const postBrought = (tx: Tx, { customer_id, account_id }: Of, handover_id: number, day: string) => tx`
  with posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select customer_id, account_id, subject_id, bill_id, 'brought', concat_ws(':', 'handover', ${handover_id}::text, bill_id),
      'Incassato prima del passaggio di consegne', greatest(${day}::date, issue_date)
    from bills
    where customer_id = ${customer_id} and account_id = ${account_id} and status = 'issued' and settled > 0
    returning entry_id, bill_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select ${customer_id}, p.entry_id, l.ledger_account, l.sign * b.settled,
    case when l.ledger_account = 'receivables' then b.bill_id end
  from posted p join bills b on b.customer_id = ${customer_id} and b.bill_id = p.bill_id
  cross join (values ('opening', 1), ('receivables', -1)) l (ledger_account, sign)`

async function writeCredits(
  tx: Tx,
  of: Of,
  handover_id: number,
  { tables, manifest }: LoadedZip,
  made: Made,
) {
  const { customer_id, account_id } = of
  // Two people of the ZIP may be one here.
  const sums = new Map<number, number>()
  for (const { subject_id, amount } of tables.credits) {
    const id = made.subjects.get(subject_id) as number
    sums.set(id, (sums.get(id) ?? 0) + Number(amount))
  }
  const rows = [...sums].map(([subject_id, amount]) => ({ subject_id, amount }))
  await tx`
    insert into subject_credits (customer_id, account_id, subject_id, balance)
    select ${customer_id}, ${account_id}, subject_id, amount
    from jsonb_to_recordset(${tx.json(rows)}) as x (subject_id bigint, amount bigint)`
  await tx`
    with posted as (
      insert into ledger_entries (customer_id, account_id, subject_id, kind, source, description, day)
      select customer_id, account_id, subject_id, 'opening_credit',
        concat_ws(':', 'handover', ${handover_id}::text, subject_id), 'Credito dal passaggio di consegne', ${manifest.day}::date
      from subject_credits where customer_id = ${customer_id} and account_id = ${account_id}
      returning entry_id, subject_id
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
    select ${customer_id}, p.entry_id, l.ledger_account, l.sign * c.balance
    from posted p
    join subject_credits c on c.customer_id = ${customer_id} and c.account_id = ${account_id} and c.subject_id = p.subject_id
    cross join (values ('opening', 1), ('subject_credit', -1)) l (ledger_account, sign)`
}

type Told = { bill_id: unknown; text: string }

/** What the former office did with each bill, for its timeline. */
function historyOf({ tables, manifest }: LoadedZip): Told[] {
  const { office } = manifest.made_by
  const methods = handoverTables.payments.columns.find(({ field }) => field === 'method')?.words ?? {}
  const payments = new Map(tables.payments.map((payment) => [payment.payment_id, payment]))
  return [
    ...tables.bills.map(({ bill_id }) => ({
      bill_id,
      text: `Ricevuta con il passaggio di consegne da ${office} del ${formatDate(manifest.day)}`,
    })),
    ...tables.credit_notes.map(({ bill_id, number, issue_date, amount, reason }) => ({
      bill_id,
      text: `Nota di credito ${number} di ${office} del ${formatDate(String(issue_date))}: ${formatEuro(Number(amount))}. ${reason}`,
    })),
    ...tables.payment_bills.map(({ bill_id, payment_id, amount }) => {
      const payment = payments.get(payment_id)
      const receipt = payment?.receipt_number ? `, ricevuta ${payment.receipt_number}` : ''
      const how = methods[String(payment?.method)] ?? ''
      return {
        bill_id,
        text: `Incassati da ${office} ${formatEuro(Number(amount))} il ${formatDate(String(payment?.day))}: ${how}${receipt}`,
      }
    }),
  ]
}

const insertHistory = (tx: Tx, { customer_id }: Of, rows: object[]) => tx`
  insert into bill_events (customer_id, bill_id, kind, text, actor)
  select ${customer_id}, bill_id, 'imported', text, coalesce(actor_nominative(), 'sistema')
  from jsonb_to_recordset(${tx.json(rows as never)}) as x (bill_id bigint, text text)`
