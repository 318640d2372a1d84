import type { Tx } from '../../../db/connection.ts'
import type { LockedPayment } from './lock-payment.ts'

type Payer = Pick<LockedPayment, 'customer_id' | 'account_id' | 'subject_id'>

/**
 * Locks the payer's credit in the condominium and returns what is free of it: an order to give it back may hold the rest.
 * In cents.
 */
export async function creditOf(tx: Tx, { customer_id, account_id, subject_id }: Payer): Promise<number> {
  const [credit] = await tx`
    select balance - held as free from subject_credits
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id} for update`
  return credit?.free ?? 0
}

/** Holds cents of the credit, or frees them again if negative. PostgreSQL refuses more than there is. */
export async function holdCredit(
  tx: Tx,
  { customer_id, account_id, subject_id }: Payer,
  amount: number,
): Promise<void> {
  await tx`
    update subject_credits set held = held + ${amount}
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id}`
}

/** Takes cents that were held out of the credit: they left the condominium's account. */
export async function takeHeldCredit(
  tx: Tx,
  { customer_id, account_id, subject_id }: Payer,
  amount: number,
): Promise<void> {
  await tx`
    update subject_credits set held = held - ${amount}, balance = balance - ${amount}
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id}`
}

/** The lowest value of the payer's credit since a day, by the ledger. In cents. */
export async function leastCreditSince(
  tx: Tx,
  { customer_id, account_id, subject_id }: Payer,
  day: string,
): Promise<number> {
  const [least] = await tx`
    with moved as (
      select greatest(e.day, ${day}::date) as day, -sum(l.amount) as amount
      from ledger_entries e
      join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id and l.ledger_account = 'subject_credit'
      where e.customer_id = ${customer_id} and e.account_id = ${account_id} and e.subject_id = ${subject_id}
      group by 1
      union all select ${day}::date, 0
    )
    select min(balance)::bigint as balance from (select sum(amount) over (order by day) as balance from moved) balances`
  return least?.balance ?? 0
}

export async function addCredit(
  tx: Tx,
  { customer_id, account_id, subject_id }: Payer,
  amount: number,
): Promise<void> {
  await tx`
    insert into subject_credits (customer_id, account_id, subject_id, balance)
    values (${customer_id}, ${account_id}, ${subject_id}, ${amount})
    on conflict (customer_id, account_id, subject_id) do update set balance = subject_credits.balance + ${amount}`
}
