import type { Tx } from '../../db/connection.ts'

/**
 * A payment takes the place of what was planned for the same instalments, in the transaction that opens it. The bills are
 * locked by the caller, and whoever starts a debit locks its bill first: either this finds the debit still waiting, or
 * that debit's own payment holds the instalments.
 */
export async function cancelPlannedDebits(
  tx: Tx,
  bill_ids: readonly number[],
  by: { payment_id: number; instalment_ids: readonly number[] },
): Promise<void> {
  await tx`
    update debits
    set state = 'cancelled', cancel_reason = 'Pagata in altro modo.', replaced_by = ${by.payment_id}
    where bill_id = any(${[...bill_ids]}::bigint[]) and state in ('planned', 'notified')
      and instalment_ids && ${[...by.instalment_ids]}::bigint[]`
}

/** That payment came to nothing: what it had taken the place of is planned again. */
export async function restoreDebits(tx: Tx, payment_id: number): Promise<void> {
  await tx`
    update debits set state = 'planned', cancel_reason = null, replaced_by = null
    where replaced_by = ${payment_id} and state = 'cancelled'`
}

/** The bill, locked by the caller, asks for nothing any more. */
export const cancelDebitsOfBill = (tx: Tx, bill_id: number, reason: string): Promise<void> =>
  cancelDebitsOfBills(tx, [bill_id], reason)

/** The same for several, all locked. */
export async function cancelDebitsOfBills(
  tx: Tx,
  bill_ids: readonly number[],
  reason: string,
): Promise<void> {
  await tx`
    update debits set state = 'cancelled', cancel_reason = ${reason}
    where bill_id = any(${[...bill_ids]}::bigint[]) and state in ('planned', 'notified')`
}

/** Nothing more is collected from this source. */
export async function cancelDebitsOfSource(tx: Tx, source_id: number, reason: string): Promise<void> {
  await tx`
    update debits set state = 'cancelled', cancel_reason = ${reason}
    where source_id = ${source_id} and state in ('planned', 'notified')`
}

/** The same card or account was saved again: the payer is told anew, under the new mandate's reference. */
export async function moveDebitsToSource(tx: Tx, from: number, to: number): Promise<void> {
  await tx`
    update debits set source_id = ${to}, state = 'planned', notice_key = null, notified_at = null
    where source_id = ${from} and state in ('planned', 'notified')`
}
