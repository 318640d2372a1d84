import { type DueAmount, overRows } from '@saldo/domain/arrears/instalment-plan'
import type { Tx } from '../../../db/connection.ts'

type Row = {
  instalment_id: number
  position: number
  amount: number
  settled: number
  pending: number
  tried: boolean
}

/**
 * Replaces the unsettled part of a bill by instalments with other due dates. The caller has locked the bill, and no
 * payment is pending. Received money stays where it is: an instalment paid in part is reduced to what it received.
 * Instalments with a payment attempt keep their rows, because attempts and allocations refer to them. Throws when the
 * new parts do not sum to what is unsettled.
 */
export async function rewriteUnsettled(
  tx: Tx,
  bill: { customer_id: number; bill_id: number },
  parts: readonly DueAmount[],
): Promise<void> {
  const { customer_id, bill_id } = bill
  const rows = await rowsOf(tx, bill_id)
  requireSame(rows, parts)
  await tx`update bill_instalments set amount = settled where bill_id = ${bill_id} and settled > 0 and settled < amount`
  const free = rows.filter(({ settled }) => settled === 0)
  const tried = free.filter((row) => row.tried).length
  const pieces = overRows(parts, tried)
  const kept = keep(free, pieces.length)
  const dropped = free.filter((row) => !kept.includes(row)).map(({ instalment_id }) => instalment_id)
  await tx`delete from bill_instalments where instalment_id = any(${dropped}::bigint[])`
  await tx`
    update bill_instalments i set due_date = p.due_date, amount = p.amount
    from unnest(${kept.map(({ instalment_id }) => instalment_id)}::bigint[],
      ${pieces.slice(0, kept.length).map(({ due_date }) => due_date)}::date[],
      ${pieces.slice(0, kept.length).map(({ amount }) => amount)}::bigint[]) as p (instalment_id, due_date, amount)
    where i.instalment_id = p.instalment_id`
  const last = rows.reduce((most, { position }) => Math.max(most, position), 0)
  const added = pieces
    .slice(kept.length)
    .map((piece, at) => ({ ...piece, customer_id, bill_id, position: last + at + 1 }))
  if (added.length > 0) await tx`insert into bill_instalments ${tx(added)}`
}

const rowsOf = (tx: Tx, bill_id: number) => tx<Row[]>`
  select i.instalment_id, i.position, i.amount, i.settled, i.pending,
    exists (select from attempt_instalments t where t.instalment_id = i.instalment_id)
      or exists (select from allocation_parts p where p.instalment_id = i.instalment_id)
      or exists (select from refund_parts r where r.instalment_id = i.instalment_id) as tried
  from bill_instalments i where i.bill_id = ${bill_id} order by i.position for update of i`

function requireSame(rows: readonly Row[], parts: readonly DueAmount[]): void {
  if (rows.some(({ pending }) => pending > 0)) throw new Error('a payment is under way')
  const unsettled = rows.reduce((sum, { amount, settled }) => sum + amount - settled, 0)
  const asked = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (unsettled !== asked) throw new Error(`${asked} asked of ${unsettled} unsettled`)
}

/** Chooses the rows to keep, in order: all with an attempt, and the first of the others. */
function keep(rows: readonly Row[], most: number): Row[] {
  let spare = most - rows.filter(({ tried }) => tried).length
  return rows.filter((row) => row.tried || spare-- > 0)
}
