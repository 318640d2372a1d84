import type { Dispute } from '@saldo/contract/payments/disputes'
import { debitReturn, disputeReason } from '@saldo/domain/payments/dispute'
import type { Tx } from '../../db/connection.ts'

type Of = { payment_id: number } | { dispute_id: number }

/** Disputes visible to the actor, newest first: of a payment, or one by id. */
export async function disputesOf(tx: Tx, of: Of): Promise<Dispute[]> {
  const rows = await tx<(Dispute & { method: string; network_reason_code: string | null })[]>`
    select d.dispute_id, d.payment_id, d.state, d.reason, d.network_reason_code, d.amount, d.fee, d.provider_object, d.evidence,
      d.due_by, d.submitted_at, d.opened_at, d.closed_at, p.method
    from disputes d join payments p on p.customer_id = d.customer_id and p.payment_id = d.payment_id
    where ${'payment_id' in of ? tx`d.payment_id = ${of.payment_id}` : tx`d.dispute_id = ${of.dispute_id}`}
    order by d.dispute_id desc`
  return rows.map(({ method, network_reason_code, ...dispute }) => {
    const final = method === 'SEPA_DEBIT'
    const { says, answer } = disputeReason(dispute.reason)
    return {
      ...dispute,
      final,
      reason_says: says,
      what_to_do: answer,
      bank_code: final ? debitReturn(dispute.reason).bank_code : network_reason_code,
    }
  })
}
