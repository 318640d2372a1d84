import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { declineSentence } from '@saldo/domain/payments/payment'
import type { Tx } from '../../../db/connection.ts'
import { paymentResultUrl } from '../../../links/bill-link.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { receiptNumber } from '../../payments/receipt/receipt-number.ts'
import type { DemoBill } from '../generate/bills.ts'
import { shownMethod } from '../generate/payment-timeline.ts'
import type { DemoPayment } from '../generate/payments.ts'
import { instant, type KnownBill } from './payment-rows.ts'

type Written = {
  known: ReadonlyMap<DemoBill, KnownBill>
  payments: readonly DemoPayment[]
  payment_ids: readonly number[]
}

/** Writes the latest mails when they were due, none of them sent: receipts, links, a failed debit. */
export async function writeMails(services: Services, tx: Tx, written: Written): Promise<void> {
  const placed = written.payments
    .map((payment, index) => ({ payment, payment_id: written.payment_ids[index] as number }))
    .filter(({ payment }) => payment.bill.unit.holder.email && payment.way !== 'BANK_TRANSFER')
    .toSorted((one, other) => other.payment.ended - one.payment.ended)
  const paid = placed.filter(({ payment }) => payment.end === 'succeeded').slice(0, 3)
  const failed = placed
    .filter(({ payment }) => payment.way === 'SEPA_DEBIT' && payment.end === 'failed')
    .slice(0, 2)
  const issued = [...written.known.keys()]
    .filter(({ status, unit }) => status === 'issued' && unit.holder.email)
    .slice(-3)

  for (const { payment, payment_id } of paid) {
    const { bill, amount, ended } = payment
    const method = shownMethod(payment)
    const how = `pagato il ${formatDate(instant(ended))} con ${method}`
    const receipt_number = (await receiptNumber(tx, payment_id)) ?? ''
    const url = paymentResultUrl(services, payment_id)
    const values = { amount: formatEuro(amount), receipt_number, url, method, how }
    await keep(services, tx, written, bill, ended, {
      template: 'receipt',
      dedupe_key: `receipt:${payment_id}`,
      values,
    })
  }
  for (const { payment, payment_id } of failed) {
    const values = {
      amount: formatEuro(payment.amount),
      reason: declineSentence(payment.failure_code),
      retry: 'Non riproveremo da soli.',
    }
    const dedupe_key = `debit-failed:demo:${payment_id}`
    await keep(services, tx, written, payment.bill, payment.ended, {
      template: 'debit-failed',
      dedupe_key,
      values,
    })
  }
  for (const bill of issued) {
    const at = Date.parse(`${bill.issue_date}T07:42:00Z`)
    const dedupe_key = `bill-link:${written.known.get(bill)?.bill_id}:1:${bill.issue_date}`
    await keep(services, tx, written, bill, at, { template: 'bill-link', dedupe_key, values: {} })
  }
}

type Mail = {
  template: 'receipt' | 'debit-failed' | 'bill-link'
  dedupe_key: string
  values: Record<string, string>
}

/** A mail that never leaves, also where a mail server is set: its reader is invented. */
async function keep(services: Services, tx: Tx, { known }: Written, bill: DemoBill, at: number, mail: Mail) {
  const { customer_id, bill_id } = known.get(bill) as KnownBill
  const to = bill.unit.holder.email as string
  await queueEmail(services, tx, { ...mail, values: mail.values as never, to, customer_id, bill_id })
  await tx`
    update emails set created_at = ${instant(at)}, kept_at = ${instant(at + 4000)}
    where customer_id = ${customer_id} and dedupe_key = ${mail.dedupe_key}`
}
