import type { SourceType } from '@saldo/contract/payments/sources'
import type { DebitState } from '@saldo/domain/sepa/debit'
import type { Tx } from '../../db/connection.ts'

export type LockedDebit = {
  debit_id: number
  customer_id: number
  bill_id: number
  subject_id: number
  source_id: number
  /** The autopay that planned it; null: a person did. */
  autopay_id: number | null
  source_type: SourceType
  last4: string | null
  holder: string | null
  email: string
  umr: string | null
  instalment_ids: number[]
  amount: number
  collect_on: string
  state: DebitState
  tries: number
  notice_key: string | null
  /** The autopay that planned it was paused or revoked, or has another method or a lower cap now. */
  autopay_over: boolean
}

/**
 * Locks the debit after its bill. Every payer locks the bill first too: so either they find the debit waiting, or it
 * holds the instalments. Null while another process moves the debit.
 */
export async function lockDebit(tx: Tx, debit_id: number): Promise<LockedDebit | null> {
  await tx`select from bills where bill_id = (select bill_id from debits where debit_id = ${debit_id}) for update`
  const [debit] = await tx<LockedDebit[]>`
    select d.debit_id, d.customer_id, d.bill_id, d.subject_id, d.source_id, d.autopay_id, o.type as source_type, o.last4, o.holder, o.email,
      (select m.umr from mandates m where m.customer_id = d.customer_id and m.source_id = d.source_id
        and m.state = 'active') as umr,
      d.instalment_ids, d.amount, d.collect_on, d.state, d.tries, d.notice_key,
      d.autopay_id is not null and not ${coveredByAutopay(tx)} as autopay_over
    from debits d
    join payment_sources o on o.customer_id = d.customer_id and o.source_id = d.source_id
    where d.debit_id = ${debit_id} and d.state in ('planned', 'notified')
    for update of d skip locked`
  return debit ?? null
}

/** Whether the autopay that planned the debit `d` still asks for it: in force, from this method, and not above its cap. */
export const coveredByAutopay = (tx: Tx) => tx`exists (
  select from autopays p
  where p.customer_id = d.customer_id and p.autopay_id = d.autopay_id and p.state = 'active' and p.source_id = d.source_id
    and (p.cap is null or d.amount <= p.cap))`

export async function cancelAfterFailure(
  tx: Tx,
  { debit_id }: { debit_id: number },
  reason: string,
): Promise<null> {
  await tx`update debits set state = 'cancelled', cancel_reason = ${reason} where debit_id = ${debit_id}`
  return null
}
