import { formatDate } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'

/**
 * Mails the payer the copy of a mandate that the provider has given its reference: once per mandate. Nothing is mailed for a
 * card's consent, which has no reference, or without an address. As the system: payers see no mandate's address.
 */
export async function mailMandateCopy(services: Services, tx: Tx, mandate_id: number): Promise<void> {
  const [mandate] = await tx`
    select m.customer_id, m.umr, m.last4, m.text, (m.accepted_at at time zone 'Europe/Rome')::date as signed_on,
      coalesce(p.receipt_email, o.email) as email, coalesce(s.nominative, c.business_name) as nominative
    from mandates m
    join customers c on c.customer_id = m.customer_id
    left join payment_sources o on o.customer_id = m.customer_id and o.source_id = m.source_id
    left join payment_attempts t on t.customer_id = m.customer_id and t.attempt_id = m.attempt_id
    left join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    left join subjects s on s.customer_id = m.customer_id and s.subject_id = coalesce(m.subject_id, o.subject_id)
    where m.mandate_id = ${mandate_id}`
  if (!mandate?.umr || !mandate.email) return
  await queueEmail(services, tx, {
    template: 'mandate-copy',
    to: mandate.email,
    customer_id: mandate.customer_id,
    bill_id: null,
    dedupe_key: `mandate-copy:${mandate_id}`,
    values: {
      nominative: mandate.nominative,
      umr: mandate.umr,
      from: `conto che finisce con ${mandate.last4 ?? '…'}`,
      signed_on: formatDate(mandate.signed_on),
      text: mandate.text,
    },
  })
}
