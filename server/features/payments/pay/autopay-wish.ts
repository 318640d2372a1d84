import type { Tx } from '../../../db/connection.ts'

/** What a payer asked for with a payment: to have the next instalments debited from the same method. */
export type AutopayWish = {
  customer_id: number
  account_id: number
  subject_id: number
  /** The saved method; null: it could not be saved. */
  source_id: number | null
  cap: number | null
  created_by: number | null
  /** Whether the bank has not refused. */
  goes_well: boolean
  /** Whether whoever asked still has the access by which they did; true of a link. */
  has_access: boolean
  /** The address that was given with the payment, else the person's. */
  email: string | null
}

/** The wish of a payment. Null: there is none, or it was granted already. */
export async function autopayWish(tx: Tx, attempt_id: number): Promise<AutopayWish | null> {
  const [wish] = await tx<AutopayWish[]>`
    select t.customer_id, p.account_id, p.subject_id, t.source_id, t.autopay_cap as cap, p.created_by,
      t.state in ('processing', 'succeeded') as goes_well, p.receipt_email as email,
      p.created_by is null or exists (
        select from users u join subjects s on s.user_id = u.user_id
        where u.user_id = p.created_by and u.state = 'active'
          and s.customer_id = p.customer_id and s.subject_id = p.subject_id) as has_access
    from payment_attempts t join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    where t.attempt_id = ${attempt_id} and t.wants_autopay`
  return wish ?? null
}

/** The wish was granted, or cannot be. Whoever has locked an autopay may wait for an attempt, never the other way round. */
export const forgetAutopayWish = (tx: Tx, attempt_id: number) => tx`
  update payment_attempts set wants_autopay = false where attempt_id = ${attempt_id}`
