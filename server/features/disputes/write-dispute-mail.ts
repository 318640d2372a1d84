import { formatLongDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { disputeReason } from '@saldo/domain/payments/dispute'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import type { LockedAttempt } from '../payments/attempt/locked-attempt.ts'
import type { StoredDispute } from './disputes.sql.ts'

/** Mails the office that a payment is disputed, and until when it may answer: without an answer the dispute is lost. */
export async function writeDisputeMail(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  kept: StoredDispute,
): Promise<void> {
  const { customer_id, bill_id, payment_id } = attempt
  const [office] = await tx`
    select c.primary_email as email, d.due_by
    from customers c join disputes d on d.customer_id = c.customer_id
    where c.customer_id = ${customer_id} and d.dispute_id = ${kept.dispute_id}`
  if (!office?.email) return
  const { says, answer } = disputeReason(kept.reason)
  await queueEmail(services, tx, {
    template: 'dispute',
    to: office.email,
    customer_id,
    bill_id,
    dedupe_key: `dispute:${kept.dispute_id}`,
    values: {
      amount: formatEuro(kept.amount),
      reason: says,
      answer,
      until: office.due_by ? `entro ${formatLongDate(today(new Date(office.due_by)))}` : 'al più presto',
      url: `${services.env.PUBLIC_URL}/#/transazioni/${payment_id}`,
    },
  })
}
