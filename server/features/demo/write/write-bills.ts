import type { Tx } from '../../../db/connection.ts'
import type { DemoBill } from '../generate/bills.ts'
import { insertNumbered, insertRows } from './insert-rows.ts'
import type { KnownBill } from './payment-rows.ts'
import { type Registry, subjectKey } from './write-registry.ts'

/** Writes bills with their lines and instalments, including what is settled. */
export async function writeBills(
  tx: Tx,
  bills: readonly DemoBill[],
  registry: Registry,
): Promise<Map<DemoBill, KnownBill>> {
  const rows = bills.map((bill) => billRow(bill, registry))
  const bill_ids = await insertNumbered(tx, 'bills', 'bill_id', rows)
  const keys = rows.map(({ customer_id }, index) => ({ customer_id, bill_id: bill_ids[index] as number }))
  const each = <Part>(parts: (bill: DemoBill) => readonly Part[]) =>
    bills.flatMap((bill, index) =>
      parts(bill).map((part, place) => ({ ...keys[index], position: place + 1, ...part })),
    )
  await insertRows(
    tx,
    'bill_lines',
    each(({ lines }) => lines),
  )
  const instalment_ids = await insertNumbered(
    tx,
    'bill_instalments',
    'instalment_id',
    each(({ instalments }) => instalments),
  )

  let next = 0
  const known = bills.map((bill, index): [DemoBill, KnownBill] => {
    const { customer_id, account_id, subject_id } = rows[index] as ReturnType<typeof billRow>
    const own = instalment_ids.slice(next, next + bill.instalments.length)
    next += own.length
    return [
      bill,
      { customer_id, account_id, subject_id, bill_id: bill_ids[index] as number, instalment_ids: own },
    ]
  })
  return new Map(known)
}

function billRow(bill: DemoBill, { customer_ids, account_ids, subject_ids }: Registry) {
  const { studio, number, description, issue_date, status, disputed, unit, instalments } = bill
  const totalOf = (cents: 'settled' | 'returned' | 'refunded') =>
    instalments.reduce((sum, instalment) => sum + instalment[cents], 0)
  const unsettled = instalments.find(({ amount, settled }) => settled < amount)
  return {
    customer_id: customer_ids[studio] as number,
    account_id: account_ids.get(bill.condominium) as number,
    subject_id: subject_ids.get(subjectKey(studio, unit.holder)) as number,
    ...{ number, description, issue_date, status, disputed },
    unit: unit.label,
    amount: bill.lines.reduce((sum, line) => sum + line.amount, 0),
    // The values that triggers would compute: setting them here saves updating fifteen thousand bills.
    ...{ settled: totalOf('settled'), returned: totalOf('returned'), refunded: totalOf('refunded') },
    next_due_date: (unsettled ?? instalments.at(-1))?.due_date,
    created_at: `${issue_date}T07:30:00Z`,
  }
}
