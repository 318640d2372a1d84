import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type CreditRefundState, isHeld } from '@saldo/domain/payments/credit-refund'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { post } from '../../ledger/ledger.ts'
import type { Services } from '../../services.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { addCredit, creditOf, holdCredit, takeHeldCredit } from '../payments/allocate/subject-credit.ts'
import { writeRefundMail } from './write-refund-mail.ts'

/** A refund with what its acts need; `iban` is whole and never sent to a client. In cents. */
export type LockedRefund = {
  credit_refund_id: number
  customer_id: number
  account_id: number
  subject_id: number
  order_id: number | null
  amount: number
  beneficiary: string
  iban: string
  text: string
  end_to_end_id: string
  state: CreditRefundState
  executed_on: string | null
  executed_by: string | null
  returned_by: string | null
  /** The day on which it was put into its file. */
  ordered_on: string | null
}

/**
 * Locks refunds, in the order of their ids, after all bills of their payers, as every writer of a payer's money does. 404
 * when one is not visible.
 */
export async function lockRefunds(tx: Tx, ids: readonly number[]): Promise<LockedRefund[]> {
  await tx`
    select from bills where (customer_id, account_id, subject_id) in (
      select customer_id, account_id, subject_id from credit_refunds where credit_refund_id = any(${[...ids]}::bigint[]))
    order by bill_id for update`
  const found = await tx<LockedRefund[]>`
    select r.credit_refund_id, r.customer_id, r.account_id, r.subject_id, r.order_id, r.amount, r.beneficiary, r.iban, r.text,
      r.end_to_end_id, r.state, r.executed_on, r.executed_by, r.returned_by,
      (select (o.created_at at time zone 'Europe/Rome')::date from transfer_orders o
        where o.customer_id = r.customer_id and o.order_id = r.order_id) as ordered_on
    from credit_refunds r where r.credit_refund_id = any(${[...ids]}::bigint[]) order by r.credit_refund_id for update`
  if (found.length !== new Set(ids).size) throw notFound('Una restituzione')
  return [...found]
}

type Said = { day: string; by: string; actor: string }

/**
 * The bank has paid: the held credit leaves the books on the day of the statement, and the payer is told. The caller has
 * locked the refund, which is ordered.
 */
export async function executeRefund(
  services: Services,
  tx: Tx,
  refund: LockedRefund,
  { day, by, actor }: Said,
): Promise<void> {
  await creditOf(tx, refund)
  await takeHeldCredit(tx, refund, refund.amount)
  await post(
    tx,
    { ...entryOf(refund), kind: 'refund', day, description: 'Credito restituito con bonifico' },
    [
      { ledger_account: 'subject_credit', amount: refund.amount },
      { ledger_account: 'bank', amount: -refund.amount },
    ],
  )
  await write(tx, refund, { state: 'executed', executed_on: day, executed_by: by })
  await tellOnBill(
    tx,
    refund,
    'refunded',
    `Restituiti ${formatEuro(refund.amount)} di credito con bonifico`,
    actor,
  )
  await writeRefundMail(services, tx, refund, day)
}

/** The transfer came back: the money is the payer's credit again, on the day of the statement. */
export async function returnRefund(
  tx: Tx,
  refund: LockedRefund,
  { day, by, actor, code }: Said & { code: string | null },
): Promise<void> {
  await addCredit(tx, refund, refund.amount)
  await post(
    tx,
    {
      ...entryOf(refund),
      kind: 'refund_failed',
      day,
      description: 'Bonifico di restituzione tornato indietro',
    },
    [
      { ledger_account: 'bank', amount: refund.amount },
      { ledger_account: 'subject_credit', amount: -refund.amount },
    ],
  )
  await write(tx, refund, { state: 'returned', returned_on: day, returned_by: by, failure_code: code })
  const text = `Il bonifico di ${formatEuro(refund.amount)} è tornato indietro il ${formatDate(day)}: è di nuovo credito`
  await tellOnBill(tx, refund, 'refund_failed', text, actor)
}

/** No money left: the held credit is free again. */
export async function releaseRefund(
  tx: Tx,
  refund: LockedRefund,
  to: { state: 'rejected' | 'cancelled'; failure_code?: string | null },
): Promise<void> {
  if (!isHeld(refund.state)) throw new Error(`refund ${refund.credit_refund_id} holds no credit`)
  await holdCredit(tx, refund, -refund.amount)
  await write(tx, refund, { failure_code: null, ...to })
}

const write = (tx: Tx, { credit_refund_id }: LockedRefund, to: Record<string, string | null>) => tx`
  update credit_refunds set ${tx({ ...to, updated_at: new Date().toISOString() })}
  where credit_refund_id = ${credit_refund_id}`

const entryOf = ({ customer_id, account_id, subject_id, credit_refund_id }: LockedRefund) => ({
  ...{ customer_id, account_id, subject_id, bill_id: null, payment_id: null },
  source: `credit_refund:${credit_refund_id}`,
})

/** A credit belongs to no bill: the payer's latest one says what became of it. */
async function tellOnBill(
  tx: Tx,
  { customer_id, account_id, subject_id }: LockedRefund,
  kind: string,
  text: string,
  actor: string,
): Promise<void> {
  const [bill] = await tx<{ bill_id: number }[]>`
    select bill_id from bills
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id} and status <> 'draft'
    order by issue_date desc, bill_id desc limit 1`
  if (bill) await recordBillEvent(tx, { customer_id, bill_id: bill.bill_id, kind, text, actor })
}

/** Why a day of the statement cannot be: not yet there, or before the file was made. As a sentence; null if it can. */
export function whyNotOn(day: string, { ordered_on, executed_on }: LockedRefund): string | null {
  if (day > today()) return 'È una data futura: scrivi quella dell’estratto conto.'
  const earliest = executed_on ?? ordered_on
  return earliest !== null && day < earliest
    ? `È prima del ${formatDate(earliest)}: ricontrolla la data.`
    : null
}
