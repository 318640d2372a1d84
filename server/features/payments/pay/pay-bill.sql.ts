import { formatEuro } from '@saldo/domain/money'
import type { DueInstalment } from '@saldo/domain/payments/allocation'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import { type RequestKey, requireSameRequest } from '../../../http/idempotency-key.ts'
import type { ProviderAccount } from '../../../provider/providers.ts'
import type { LockedBill } from '../../bills/locked-bill.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import { holdCents } from '../../bills/money/instalment-money.ts'
import { draftAttemptMandate } from '../../mandates/attempt-mandate.ts'
import type { SourceToCharge } from '../../sources/source-to-charge.ts'
import type { MethodFlags } from './methods-of.ts'
import type { PayOrder } from './open-attempt.ts'

/** A locked bill, with the settings of its condominium and its holder that decide how it is paid. */
export type BillToPay = Pick<
  LockedBill,
  | 'bill_id'
  | 'customer_id'
  | 'account_id'
  | 'subject_id'
  | 'number'
  | 'description'
  | 'phase'
  | 'residue'
  | 'pending'
> & {
  account_name: string
  minimum_payment: number | null
  provider_account: ProviderAccount
  account_destination: string | null
  subject_email: string | null
  subject_nominative: string
  business_name: string
} & MethodFlags

/**
 * Locks the bills visible to the actor in the order of ids, as every writer does. Amounts are read after the lock, so
 * they cannot change meanwhile.
 */
export async function lockBills(tx: Tx, bill_ids: readonly number[]): Promise<BillToPay[]> {
  return tx<BillToPay[]>`
    select b.bill_id, b.customer_id, b.account_id, b.subject_id, b.number, b.description, b.phase, b.residue, b.pending,
      a.name as account_name, a.minimum_payment, a.provider_account, a.account_destination,
      a.flag_pay_card, a.flag_pay_debit, a.flag_pay_klarna, s.email as subject_email,
      s.nominative as subject_nominative, c.business_name
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join customers c on c.customer_id = b.customer_id
    where b.bill_id in ${tx([...bill_ids])}
    order by b.bill_id
    for update of b`
}

/** The payment of an earlier request with the same key; 409 if that asked for something else, such as another bill. */
export async function paymentOfForm(
  tx: Tx,
  { customer_id }: Pick<BillToPay, 'customer_id'>,
  key: RequestKey,
): Promise<number | undefined> {
  if (key.idempotency_key === null) return undefined
  const [row] = await tx<{ payment_id: number; request_hash: string | null; amount: number }[]>`
    select payment_id, request_hash, amount from payments
    where customer_id = ${customer_id} and idempotency_key = ${key.idempotency_key}
    order by payment_id limit 1`
  if (!row) return undefined
  const made = `è già partito un altro pagamento, di ${formatEuro(row.amount)}`
  requireSameRequest(row.request_hash, key, made, row.payment_id)
  return row.payment_id
}

export async function attemptWaitingForPayer(
  tx: Tx,
  bills: readonly BillToPay[],
): Promise<number | undefined> {
  const [row] = await tx`
    select t.attempt_id from payment_bills pb
    join payment_attempts t on t.customer_id = pb.customer_id and t.payment_id = pb.payment_id
    where ${ofBills(tx, bills)} and t.state = 'requires_action'
    order by t.attempt_id limit 1`
  return row?.attempt_id
}

/** Tries within the last hour, for the bill with the most. */
export async function recentAttempts(tx: Tx, bills: readonly BillToPay[]): Promise<number> {
  const [row] = await tx`
    select coalesce(max(tries), 0)::int as tries from (
      select count(*) as tries from payment_bills pb
      join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
      where ${ofBills(tx, bills)} and p.created_at > now() - interval '1 hour'
      group by pb.bill_id) t`
  return row?.tries ?? 0
}

const ofBills = (tx: Tx, bills: readonly BillToPay[]) =>
  tx`pb.customer_id = ${bills[0]?.customer_id ?? 0} and pb.bill_id in ${tx(bills.map(({ bill_id }) => bill_id))}`

export type DueOfBill = DueInstalment & { bill_id: number }

/** Instalments with something due that no open attempt holds, earliest due date first. */
export async function lockDueInstalments(tx: Tx, bills: readonly BillToPay[]): Promise<DueOfBill[]> {
  return tx<DueOfBill[]>`
    select bill_id, instalment_id, due_date, amount - settled - pending as still_due
    from bill_instalments
    where bill_id in ${tx(bills.map(({ bill_id }) => bill_id))} and settled + pending < amount
    order by due_date, bill_id, position
    for update`
}

export async function insertPayment(
  tx: Tx,
  bill: BillToPay,
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
      request_hash: order.request_hash,
      payer_name: order.name,
      receipt_email: order.email ?? bill.subject_email,
      service_id: order.service_id ?? null,
      created_by: user_id,
    })} returning payment_id`
  return row?.payment_id as number
}

/** Draws the attempt's id first, because it is part of what is sent to the provider. */
export async function insertAttempt(
  tx: Tx,
  bill: BillToPay,
  payment_id: number,
  order: PayOrder & { source: SourceToCharge | null },
  rule: 'named' | 'oldest',
  request: (attempt_id: number) => Stripe.PaymentIntentCreateParams,
): Promise<number> {
  const [drawn] =
    await tx`select nextval(pg_get_serial_sequence('payment_attempts', 'attempt_id')) as attempt_id`
  const attempt_id = drawn?.attempt_id as number
  await tx`
    insert into payment_attempts (attempt_id, customer_id, bill_id, payment_id, provider_account, payment_method_id, rule,
      source_id, off_session, keeps_method, wants_autopay, autopay_cap, request, next_check_at)
    values (${attempt_id}, ${bill.customer_id}, ${bill.bill_id}, ${payment_id}, ${bill.provider_account},
      ${order.source?.provider_method ?? order.payment_method_id}, ${rule}, ${order.source?.source_id ?? null},
      ${order.off_session ?? false}, ${order.keep_for !== undefined}, ${order.autopay !== undefined},
      ${order.autopay?.cap ?? null}, ${tx.json(request(attempt_id) as never)}, now() + interval '30 seconds')`
  return attempt_id
}

export async function holdInstalments(
  tx: Tx,
  customer_id: number,
  by: { payment_id: number; attempt_id: number },
  held: readonly Part[],
) {
  const { payment_id, attempt_id } = by
  await tx`insert into attempt_instalments ${tx(held.map((part) => ({ ...part, attempt_id, customer_id })))}`
  await tx`
    insert into payment_bills ${tx([...new Set(held.map(({ bill_id }) => bill_id))].map((bill_id) => ({ payment_id, bill_id, customer_id })))}
    on conflict do nothing`
  await holdCents(tx, held)
}

export async function insertMandate(
  tx: Tx,
  bill: BillToPay,
  attempt_id: number,
  payment_method_id: string | null,
  accepted: { address: string; agent: string },
  text: string,
) {
  await draftAttemptMandate(tx, {
    customer_id: bill.customer_id,
    account_id: bill.account_id,
    bill_id: bill.bill_id,
    subject_id: bill.subject_id,
    attempt_id,
    provider_account: bill.provider_account,
    payment_method_id,
    text,
    accepted_from: accepted.address,
    accepted_with: accepted.agent,
  })
}
