import type { Tx } from '../../../db/connection.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { nextBillNumbers } from '../numbering/bill-number.ts'

type NewBill = {
  subject_id: number
  unit: string
  amount: number
  lines: { description: string; amount: number }[]
  instalments: { due_date: string; amount: number }[]
}
type Source = { customer_id: number; account_id: number; budget_id: number; name: string; issue_date: string }

/** Bills per statement: enough for speed, few enough to report progress. */
const batch = 1000

/**
 * Issues bills of one condominium by the thousand, numbered in the given order, in the caller's transaction. The caller
 * writes one audit line for all of them. `progress` is called with the number written so far.
 */
export async function issueBills(
  tx: Tx,
  { customer_id, account_id, budget_id, name, issue_date }: Source,
  of: { bills: readonly NewBill[]; actor: string; progress: (done: number) => Promise<unknown> },
): Promise<void> {
  await tx`set local saldo.bulk = 'yes'`
  const numbers = await nextBillNumbers(tx, { customer_id, account_id }, issue_date, of.bills.length)
  for (let at = 0; at < of.bills.length; at += batch) {
    const some = of.bills.slice(at, at + batch)
    const ids = await tx<{ bill_id: number }[]>`
      select nextval(pg_get_serial_sequence('bills', 'bill_id')) as bill_id from generate_series(1, ${some.length})`
    const rows = some.map((bill, index) => ({
      ...bill,
      bill_id: ids[index]?.bill_id as number,
      number: numbers[at + index] as string,
      // Set to the instalments' values at once, so that the bill is not updated again.
      next_due_date: bill.instalments[0]?.due_date ?? null,
    }))
    await tx`
      insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount,
        next_due_date, budget_id)
      select r.bill_id, ${customer_id}, ${account_id}, r.subject_id, r.number, ${name}, r.unit, ${issue_date}, r.amount,
        r.next_due_date, ${budget_id}
      from jsonb_to_recordset(${tx.json(rows.map(({ lines: _, instalments: __, ...bill }) => bill))}) as r(
        bill_id bigint, subject_id bigint, number text, unit text, amount bigint, next_due_date date)`
    await tx`
      insert into bill_lines (customer_id, bill_id, position, description, amount)
      select ${customer_id}, r.bill_id, r.position, r.description, r.amount
      from jsonb_to_recordset(${tx.json(partsOf(rows, ({ lines }) => lines))}) as r(
        bill_id bigint, position smallint, description text, amount bigint)`
    await tx`
      insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select ${customer_id}, r.bill_id, r.position, r.due_date, r.amount
      from jsonb_to_recordset(${tx.json(partsOf(rows, ({ instalments }) => instalments))}) as r(
        bill_id bigint, position smallint, due_date date, amount bigint)`
    const text = 'Bolletta emessa dal preventivo'
    await recordBillEvents(tx, rows, { customer_id, kind: 'issued', text, actor: of.actor })
    await of.progress(at + some.length)
  }
}

const partsOf = <Row extends { bill_id: number }, Part>(rows: readonly Row[], parts: (row: Row) => Part[]) =>
  rows.flatMap((row) =>
    parts(row).map((part, index) => ({ ...part, bill_id: row.bill_id, position: index + 1 })),
  )
