import type { PublicBill } from '@saldo/contract/bills/mybill'
import * as contract from '@saldo/contract/bills/mybill'
import { whyNotPay } from '@saldo/domain/bills/bill'
import { owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { declineSentence } from '@saldo/domain/payments/payment'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { paymentToken } from '../../links/bill-link.ts'
import { isUsedUp, usedUp } from '../../links/pay-once-link.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { qrPath } from '../../pdf/qr-bars.ts'
import type { Services } from '../../services.ts'
import { autopayOfBills } from '../autopays/autopay-of-bills.ts'
import { type BillFacts, billFacts, transferOf } from '../bills/bill-facts.ts'
import { notOfDelegate } from '../delegations/paid-by-delegate.ts'
import { mayKeep } from '../payments/pay/may-keep.ts'
import { payOnline } from './pay-online.ts'

export const getMyBill = serveAcross(contract.getMyBill, async ({ as, services }): Promise<PublicBill> => {
  const { bill_id, ...bill } = await as((tx, actor) => publicBill(services, tx, actor))
  // A link shows no table of autopays. What a delegate pays is not what the holder has agreed upon.
  const covered = !bill.delegated && bill.residue > 0
  const autopay = covered
    ? (await services.asSystem((tx) => autopayOfBills(tx, [{ bill_id, residue: bill.residue }]))).get(bill_id)
    : undefined
  return { ...bill, autopay: autopay ?? null }
})

async function publicBill(
  services: Services,
  tx: Tx,
  actor: Actor,
): Promise<Omit<PublicBill, 'autopay'> & { bill_id: number }> {
  const bill = actor.role === 'link' ? await billFacts(tx, actor.bill_id) : null
  if (!bill || actor.role !== 'link') throw notFound('La bolletta')
  const { delegate } = actor
  const transfer = transferOf(bill)
  const spent = await isUsedUp(tx, actor)
  const { pay, sentence } = spent
    ? { pay: null, sentence: null }
    : await payOnline(services, tx, [bill], transfer ? ['BANK_TRANSFER'] : [], mayKeep(actor))
  return {
    bill_id: bill.bill_id,
    asker: creditorOf(bill),
    subject_nominative: bill.subject_nominative,
    number: bill.number,
    description: bill.description,
    unit: bill.unit,
    phase: bill.phase,
    state: bill.state,
    amount: bill.amount,
    settled: bill.settled,
    pending: bill.pending,
    ...owedNow(bill),
    payable: bill.payable,
    minimum_payment: bill.minimum_payment,
    // The credit is the holder's, and so are their contacts.
    credit: delegate ? 0 : bill.credit,
    due_date: bill.due_date,
    instalments: bill.instalments,
    lines: bill.lines,
    not_payable_reason: spent ? usedUp : whyNot(bill, pay !== null || transfer !== null, sentence),
    transfer: transfer && { ...transfer, qr: qrPath(transfer.epc) },
    pay,
    email_hint: maskEmail(delegate ? delegate.email : bill.subject_email),
    return_reason: bill.state === 'returned' ? await returnReason(tx, bill.bill_id, actor.user_id) : null,
    delegated: delegate !== null,
    last_payment: await lastPayment(tx, services, bill.bill_id, actor),
  }
}

/** What the bill asks for today. */
function owedNow(bill: BillFacts) {
  const day = today()
  const { residue, overdue, due_now } = owedOf(bill, day)
  return { residue, overdue, due_now, today: day }
}

export const creditorOf = ({ account_name, account_address, business_name, phone, email }: BillFacts) => ({
  account_name,
  account_address,
  business_name,
  phone,
  email,
})

function whyNot(bill: BillFacts, canBePaid: boolean, suspended: string | null): string | null {
  if (bill.payable <= 0) return whyNotPay(bill)
  return canBePaid
    ? null
    : (suspended ?? 'Qui non si può ancora pagare: chiedi all’amministratore come fare.')
}

/**
 * What the bank said when it returned the last debit of the bill. It tells of the payer’s account: a delegate reads it of a
 * payment of their own alone, and the owner of none that a delegate made.
 */
async function returnReason(tx: Tx, bill_id: number, delegate_id: number | null): Promise<string | null> {
  const readable =
    delegate_id === null
      ? notOfDelegate(tx, tx`p.failure_code`)
      : tx`case when p.created_by = ${delegate_id} then p.failure_code end`
  const [row] = await tx<{ failure_code: string | null }[]>`
    select ${readable} as failure_code from payment_bills pb
    join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
    where pb.customer_id = actor_customer_id() and pb.bill_id = ${bill_id}
      and p.method = 'SEPA_DEBIT' and p.state = 'failed'
    order by p.payment_id desc limit 1`
  return row?.failure_code ? declineSentence(row.failure_code) : null
}

/**
 * The pending payment, or the one that paid the bill, for the payer to look at again. A delegate, and whoever has a link that pays
 * once, see their own alone.
 */
async function lastPayment(
  tx: Tx,
  services: Services,
  bill_id: number,
  { user_id: delegate_id, pay_link_id }: Pick<Extract<Actor, { role: 'link' }>, 'user_id' | 'pay_link_id'>,
): Promise<PublicBill['last_payment']> {
  const [row] = await tx`
    select p.payment_id, p.state from payment_bills pb
    join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
    where pb.customer_id = actor_customer_id() and pb.bill_id = ${bill_id}
      and p.state not in ('failed', 'cancelled', 'refunded', 'reversed')
      and (${delegate_id}::bigint is null or p.created_by = ${delegate_id})
      and (${pay_link_id}::bigint is null or exists (
        select from pay_links l where l.pay_link_id = ${pay_link_id} and l.payment_id = p.payment_id))
    order by p.payment_id desc limit 1`
  return row ? { result_token: paymentToken(services, row.payment_id), state: row.state } : null
}
