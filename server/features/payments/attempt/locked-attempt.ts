import type { AttemptState } from '@saldo/domain/payments/payment'
import type { Tx } from '../../../db/connection.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import type { Method } from '../pay/open-attempt.ts'

export type LockedAttempt = {
  attempt_id: number
  payment_id: number
  customer_id: number
  account_id: number
  bill_id: number
  state: AttemptState
  failure_code: string | null
  subject_id: number
  method: Method
  amount: number
  rule: 'named' | 'oldest'
  receipt_email: string | null
  source_id: number | null
  /** The payer asked that the next instalments be debited too, and the autopay has not begun. */
  wants_autopay: boolean
  /** Who says how it goes, as timelines name them. */
  answered_by: 'provider' | 'banca'
  /** The connected account that receives the money; null: it stays with the platform. */
  destination: string | null
  /** The instalments that the attempt pays, earliest due date first. */
  parts: Part[]
  /** `2026-014`, or `2026-014 e altre 2`. */
  bill_number: string
}

/** Locks the attempt with its payment, after locking its bills: every writer of a bill's money locks bills first. */
export async function lockAttempt(tx: Tx, attempt_id: number): Promise<LockedAttempt> {
  await tx`
    select from bills where bill_id = any(array(
      select bill_id from attempt_instalments where attempt_id = ${attempt_id}
      union select bill_id from allocation_parts where allocation_id = any(array(
        select allocation_id from payment_allocations where current and payment_id = (
          select payment_id from payment_attempts where attempt_id = ${attempt_id})))))
    order by bill_id for update`
  const [attempt] = await tx<Omit<LockedAttempt, 'parts'>[]>`
    select t.attempt_id, t.payment_id, t.customer_id, p.account_id, p.subject_id, t.bill_id, t.state, t.failure_code,
      t.rule, t.source_id, t.wants_autopay, case t.provider_account when 'bank' then 'banca' else 'provider' end as answered_by,
      t.request #>> '{transfer_data,destination}' as destination, p.method, p.amount, p.receipt_email, b.number as bill_number
    from payment_attempts t
    join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
    where t.attempt_id = ${attempt_id}
    for update of t, p`
  if (!attempt) throw new Error(`no attempt ${attempt_id}`)
  const parts = await tx<Part[]>`
    select h.bill_id, h.instalment_id, h.amount
    from attempt_instalments h join bill_instalments i on i.instalment_id = h.instalment_id
    where h.attempt_id = ${attempt_id} order by i.due_date, h.bill_id, i.position`
  const others = new Set(parts.map(({ bill_id }) => bill_id)).size - 1
  return {
    ...attempt,
    parts: [...parts],
    bill_number: others > 0 ? `${attempt.bill_number} e altre ${others}` : attempt.bill_number,
  }
}

/** The timeline in which an attempt's events are written. */
export const eventOf = ({ customer_id, bill_id, payment_id }: LockedAttempt) => ({
  customer_id,
  bill_id,
  payment_id,
})
