import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import type { Tx } from '../db/connection.ts'
import { recordBillEvent } from '../timeline/bill-event.ts'

/**
 * Notes, the first time, that the link of a mail that left was followed: on the mail, and on the timeline of its bill if it
 * has one. As the system.
 */
export async function noteOpened(tx: Tx, email_id: number): Promise<void> {
  const [mail] = await tx`
    update emails set opened_at = now()
    where email_id = ${email_id} and opened_at is null and (sent_at is not null or kept_at is not null)
    returning customer_id, bill_id, template, to_address`
  if (!mail?.customer_id || !mail.bill_id) return
  await recordBillEvent(tx, {
    customer_id: mail.customer_id,
    bill_id: mail.bill_id,
    kind: 'mail_opened',
    text: `${mailKindName(mail.template)} aperta dal link da ${mail.to_address}`,
    actor: 'sistema',
  })
}
