import type { Tx } from '../../db/connection.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'

/**
 * Cancels planned debits of the same instalments, in the transaction that opens a payment. The caller has locked the
 * bills, and starting a debit locks its bill first: so either the debit is still waiting and is cancelled, or its own
 * payment holds the instalments.
 */
export async function cancelPlannedDebits(
  tx: Tx,
  bill_ids: readonly number[],
  by: { payment_id: number; instalment_ids: readonly number[] },
): Promise<void> {
  await tx`
    update debits
    set state = 'cancelled', cancel_reason = 'Pagata in altro modo.', replaced_by = ${by.payment_id},
      plan_again = autopay_id is not null
    where bill_id = any(${[...bill_ids]}::bigint[]) and state in ('planned', 'notified')
      and instalment_ids && ${[...by.instalment_ids]}::bigint[]`
}

/**
 * The payment failed: the debits that it had replaced are planned again, except those of a run whose file was made
 * meanwhile without them, and those whose instalments an autopay has planned anew.
 */
export async function restoreDebits(tx: Tx, payment_id: number): Promise<void> {
  await tx`
    update debits d set state = 'planned', cancel_reason = null, replaced_by = null, plan_again = false
    where d.replaced_by = ${payment_id} and d.state = 'cancelled'
      and not exists (select from debits o
        where o.customer_id = d.customer_id and o.bill_id = d.bill_id and o.instalment_ids && d.instalment_ids
          and o.state in ('planned', 'notified', 'started'))
      and (d.run_id is null or exists (select from debit_runs r
        where r.customer_id = d.customer_id and r.run_id = d.run_id and r.state = 'announced'))`
}

/** The bill asks for nothing any more. The caller has locked it. */
export const cancelDebitsOfBill = (tx: Tx, bill_id: number, reason: string): Promise<void> =>
  cancelDebitsOfBills(tx, [bill_id], reason)

/** Cancels the planned debits of several bills, all locked. An autopay may plan for what is still asked. */
export async function cancelDebitsOfBills(
  tx: Tx,
  bill_ids: readonly number[],
  reason: string,
): Promise<void> {
  await tx`
    update debits set state = 'cancelled', cancel_reason = ${reason}, plan_again = autopay_id is not null
    where bill_id = any(${[...bill_ids]}::bigint[]) and state in ('planned', 'notified')`
}

/** Replaced by a payment that is not over: if that one fails, the debit would return. */
const replacedByOpen = (tx: Tx) => tx`(
  debits.state = 'cancelled' and exists (select from payments p
    where p.customer_id = debits.customer_id and p.payment_id = debits.replaced_by
      and p.state in ('created', 'requires_action', 'processing', 'unknown')))`

/**
 * Cancels what an autopay has planned, and forgets what another payment had replaced, so that nothing returns if that payment
 * fails. The caller has locked the autopay; the bills are locked here, before their debits, as starting a debit does.
 */
export async function cancelDebitsOfAutopay(
  tx: Tx,
  autopay_id: number,
  reason: string,
  actor: string,
): Promise<void> {
  await tx`
    select from bills where bill_id in (select bill_id from debits where autopay_id = ${autopay_id}
      and (state in ('planned', 'notified') or ${replacedByOpen(tx)}))
    order by bill_id for update`
  const cancelled = await tx<{ customer_id: number; bill_id: number }[]>`
    update debits set state = 'cancelled', cancel_reason = ${reason}, plan_again = true
    where autopay_id = ${autopay_id} and state in ('planned', 'notified')
    returning customer_id, bill_id`
  await tx`
    update debits set cancel_reason = ${reason}, plan_again = true, replaced_by = null
    where autopay_id = ${autopay_id} and ${replacedByOpen(tx)}`
  const [first] = cancelled
  if (!first) return
  const { customer_id } = first
  await recordBillEvents(tx, cancelled, { customer_id, kind: 'debit_cancelled', text: reason, actor })
}

/** The payer stopped the autopay while this debit was at the bank, and the bank gave it back. */
export async function cancelOfAutopay(tx: Tx, { debit_id }: { debit_id: number }): Promise<null> {
  await tx`
    update debits set state = 'cancelled', cancel_reason = 'L’addebito automatico non lo prevede più.', plan_again = true
    where debit_id = ${debit_id}`
  return null
}

/** Nothing may be collected from the source, or by the mandate for the bank, any more. */
export async function cancelDebitsOf(
  tx: Tx,
  { source_id, mandate_id, reason }: { source_id?: number; mandate_id?: number; reason: string },
): Promise<void> {
  if (source_id !== undefined) await cancelDebitsOfSource(tx, source_id, reason)
  if (mandate_id !== undefined)
    await tx`
      update debits set state = 'cancelled', cancel_reason = ${reason}
      where mandate_id = ${mandate_id} and state in ('planned', 'notified')`
}

/** The source is no longer used. An autopay may plan anew, from another one. */
export async function cancelDebitsOfSource(tx: Tx, source_id: number, reason: string): Promise<void> {
  await tx`
    update debits set state = 'cancelled', cancel_reason = ${reason}, plan_again = autopay_id is not null
    where source_id = ${source_id} and state in ('planned', 'notified')`
}

/**
 * The same card or account was saved again: moves its debits to the new source. The payer gets a new notice with the
 * new mandate's reference.
 */
export async function moveDebitsToSource(tx: Tx, from: number, to: number): Promise<void> {
  await tx`
    update debits set source_id = ${to}, state = 'planned', notice_key = null, notified_at = null
    where source_id = ${from} and state in ('planned', 'notified')`
}
