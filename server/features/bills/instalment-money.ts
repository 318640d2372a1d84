import type { Tx } from '../../db/connection.ts'

/** Cents of a payment that settle an instalment. */
export type Part = { bill_id: number; instalment_id: number; amount: number }
type Cents = Pick<Part, 'instalment_id' | 'amount'>

/**
 * Moves the cents that settle instalments, negative ones back; all of these bills are locked by the caller. What is taken
 * back goes first, so that what moves from one payment's instalment to another never counts twice.
 */
export async function settleInstalments(tx: Tx, change: readonly Cents[]): Promise<void> {
  for (const parts of [
    change.filter(({ amount }) => amount < 0),
    change.filter(({ amount }) => amount > 0),
  ]) {
    if (parts.length === 0) continue
    await tx`
      update bill_instalments i set settled = i.settled + c.amount from ${rows(tx, parts)}
      where i.instalment_id = c.instalment_id`
  }
}

/** A payment is under way for these cents. */
export async function holdCents(tx: Tx, parts: readonly Cents[]): Promise<void> {
  await tx`
    update bill_instalments i set pending = i.pending + c.amount from ${rows(tx, parts)}
    where i.instalment_id = c.instalment_id`
}

/** It ended; `settled`: these cents are paid. */
export async function releaseCents(tx: Tx, parts: readonly Cents[], settled: boolean): Promise<void> {
  await tx`
    update bill_instalments i
    set pending = i.pending - c.amount, settled = i.settled + ${settled ? tx`c.amount` : tx`0`}
    from ${rows(tx, parts)} where i.instalment_id = c.instalment_id`
}

const rows = (tx: Tx, parts: readonly Cents[]) => tx`
  unnest(${parts.map(({ instalment_id }) => instalment_id)}::bigint[], ${parts.map(({ amount }) => amount)}::bigint[])
    as c (instalment_id, amount)`
