import { addDays, nextTargetDay, today } from '@saldo/domain/dates'
import type { JobHandler } from '../../../jobs/jobs.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import { linkToPayer } from '../../delegations/paid-by-delegate.ts'
import { storeMandateReference } from '../../mandates/attempt-mandate.ts'
import { noticeValues } from './notice-values.ts'

/**
 * Announces a debit that was started on the bill's page: reads from the provider the reference that the bank will show,
 * stores it with the mandate, and mails the notice once per attempt. Planned debits were announced before they started.
 */
export const announcePayment: JobHandler<'announce-payment'> = async (services, { attempt_id }) => {
  const [attempt] = await services.asSystem(
    (tx) => tx`
      select t.customer_id, t.bill_id, t.payment_id, t.provider_account, t.provider_mandate, t.off_session, p.amount, p.receipt_email, p.last4
      from payment_attempts t
      join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
      where t.attempt_id = ${attempt_id}`,
  )
  if (!attempt?.provider_mandate || attempt.off_session) return
  const { stripe } = services.providers.get(attempt.provider_account)
  const mandate = await stripe.mandates.retrieve(attempt.provider_mandate)
  const umr = mandate.payment_method_details.sepa_debit?.reference ?? null
  await services.asSystem(async (tx) => {
    await storeMandateReference(services, tx, attempt_id, { provider_mandate: attempt.provider_mandate, umr })
    if (!attempt.receipt_email) return
    await queueEmail(services, tx, {
      template: 'debit-notice',
      to: attempt.receipt_email,
      customer_id: attempt.customer_id,
      bill_id: attempt.bill_id,
      dedupe_key: `debit-notice:attempt:${attempt_id}`,
      values: {
        ...noticeValues({
          amount: attempt.amount,
          collect_on: nextTargetDay(addDays(today(), 1)),
          source_type: 'sepa_debit',
          last4: attempt.last4,
          umr,
        }),
        ...(await linkToPayer(services, tx, attempt.payment_id)),
      },
    })
  })
}
