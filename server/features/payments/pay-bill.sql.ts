import type { BillPhase } from '@saldo/domain/bill'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { PayOrder } from './open-attempt.ts'

export type LockedBill = {
  bill_id: number
  customer_id: number
  account_id: number
  subject_id: number
  number: string
  description: string
  phase: BillPhase
  account_name: string
  provider_account: ProviderAccount
  account_destination: string | null
  subject_email: string | null
}

/** The bill, locked, if the actor sees it. Amounts are read after the lock, so nobody changes them meanwhile. */
export async function lockBill(tx: Tx, bill_id: number): Promise<LockedBill | undefined> {
  const [bill] = await tx<LockedBill[]>`
    select b.bill_id, b.customer_id, b.account_id, b.subject_id, b.number, b.description, b.phase,
      a.name as account_name, a.provider_account, a.account_destination, s.email as subject_email
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.bill_id = ${bill_id}
    for update of b`
  return bill
}

export async function paymentOfForm(tx: Tx, bill_id: number, key: string): Promise<number | undefined> {
  const [row] =
    await tx`select payment_id from payments where bill_id = ${bill_id} and idempotency_key = ${key}`
  return row?.payment_id
}

export async function attemptWaitingForPayer(tx: Tx, bill_id: number): Promise<number | undefined> {
  const [row] = await tx`
    select t.attempt_id from payment_attempts t
    join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    where p.bill_id = ${bill_id} and t.state = 'requires_action'
    order by t.attempt_id limit 1`
  return row?.attempt_id
}

export async function recentAttempts(tx: Tx, bill_id: number): Promise<number> {
  const [row] = await tx`
    select count(*)::int as tries from payments where bill_id = ${bill_id} and created_at > now() - interval '1 hour'`
  return row?.tries ?? 0
}

export type DueInstalment = { instalment_id: number; amount: number }

/** Instalments with something due that no open attempt holds, oldest first; `amount` is what is due of each. */
export async function lockDueInstalments(tx: Tx, bill_id: number): Promise<DueInstalment[]> {
  return tx<DueInstalment[]>`
    select instalment_id, amount - settled - pending as amount
    from bill_instalments
    where bill_id = ${bill_id} and settled + pending < amount
    order by due_date, position
    for update`
}

export async function insertPayment(
  tx: Tx,
  bill: LockedBill,
  order: PayOrder,
  amount: number,
  user_id: number | null,
) {
  const [row] = await tx`
    insert into payments ${tx({
      customer_id: bill.customer_id,
      account_id: bill.account_id,
      bill_id: bill.bill_id,
      subject_id: bill.subject_id,
      method: order.method,
      amount,
      provider_account: bill.provider_account,
      idempotency_key: order.idempotency_key,
      payer_name: order.name,
      receipt_email: order.email ?? bill.subject_email,
      created_by: user_id,
    })} returning payment_id`
  return row?.payment_id as number
}

/** The attempt's id is part of what is sent to the provider, so it is drawn first. */
export async function insertAttempt(
  tx: Tx,
  bill: LockedBill,
  payment_id: number,
  order: PayOrder,
  request: (attempt_id: number) => Stripe.PaymentIntentCreateParams,
): Promise<number> {
  const [drawn] =
    await tx`select nextval(pg_get_serial_sequence('payment_attempts', 'attempt_id')) as attempt_id`
  const attempt_id = drawn?.attempt_id as number
  await tx`
    insert into payment_attempts (attempt_id, customer_id, bill_id, payment_id, provider_account, payment_method_id, request,
      next_check_at)
    values (${attempt_id}, ${bill.customer_id}, ${bill.bill_id}, ${payment_id}, ${bill.provider_account},
      ${order.payment_method_id}, ${tx.json(request(attempt_id) as never)}, now() + interval '30 seconds')`
  return attempt_id
}

export async function holdInstalments(tx: Tx, bill: LockedBill, attempt_id: number, held: DueInstalment[]) {
  const { customer_id, bill_id } = bill
  await tx`
    insert into attempt_instalments ${tx(held.map((instalment) => ({ ...instalment, attempt_id, customer_id, bill_id })))}`
  await tx`
    update bill_instalments i set pending = i.pending + h.amount
    from attempt_instalments h
    where h.attempt_id = ${attempt_id} and i.instalment_id = h.instalment_id`
}

export async function insertMandate(
  tx: Tx,
  bill: LockedBill,
  attempt_id: number,
  payment_method_id: string | null,
  accepted: { address: string; agent: string },
  text: string,
) {
  await tx`
    insert into mandates ${tx({
      customer_id: bill.customer_id,
      account_id: bill.account_id,
      bill_id: bill.bill_id,
      subject_id: bill.subject_id,
      attempt_id,
      provider_account: bill.provider_account,
      payment_method_id,
      text,
      accepted_at: new Date().toISOString(),
      accepted_from: accepted.address,
      accepted_with: accepted.agent,
    })}`
}

/** Who is shown in a timeline. */
export async function actorName(tx: Tx, actor: Actor): Promise<string> {
  if (actor.user_id === null) return 'pagatore'
  const [row] = await tx`select nominative from users where user_id = ${actor.user_id}`
  return row?.nominative ?? 'backoffice'
}
