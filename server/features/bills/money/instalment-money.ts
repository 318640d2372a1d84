import type { Tx } from '../../../db/connection.ts'

/** Cents of a payment that settle an instalment. */
export type Part = { bill_id: number; instalment_id: number; amount: number }
type Cents = Pick<Part, 'instalment_id' | 'amount'>

/**
 * Settles instalments by these cents; negative ones are taken back. A bill is marked paid by triggers when all its
 * instalments are settled (`refresh_bills` and `bill_phase` in server/db/schema.sql). The caller has locked all these
 * bills. Negative cents go first, so that money moved from one instalment to another never counts twice.
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

/** Marks these cents as pending. */
export async function holdCents(tx: Tx, parts: readonly Cents[]): Promise<void> {
  await tx`
    update bill_instalments i set pending = i.pending + c.amount from ${rows(tx, parts)}
    where i.instalment_id = c.instalment_id`
}

/** The pending payment ended; `settled`: these cents are paid. */
export async function releaseCents(tx: Tx, parts: readonly Cents[], settled: boolean): Promise<void> {
  await tx`
    update bill_instalments i
    set pending = i.pending - c.amount, settled = i.settled + ${settled ? tx`c.amount` : tx`0`}
    from ${rows(tx, parts)} where i.instalment_id = c.instalment_id`
}

const rows = (tx: Tx, parts: readonly Cents[]) => tx`
  unnest(${parts.map(({ instalment_id }) => instalment_id)}::bigint[], ${parts.map(({ amount }) => amount)}::bigint[])
    as c (instalment_id, amount)`
