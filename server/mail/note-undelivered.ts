import { type MailFailure, mailFailureSentences } from '@saldo/domain/mail/mail-failure'
import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import type { Tx } from '../db/connection.ts'
import { recordBillEvent } from '../timeline/bill-event.ts'

/** Says on the timeline of the mail's bill, if it has one, that it did not arrive, and why. */
export async function noteUndelivered(tx: Tx, email_id: number, failure: MailFailure): Promise<void> {
  const [mail] = await tx`
    select e.customer_id, e.bill_id, e.template, e.to_address from emails e
    join bills b on b.customer_id = e.customer_id and b.bill_id = e.bill_id
    where e.email_id = ${email_id}`
  if (!mail) return
  await recordBillEvent(tx, {
    customer_id: mail.customer_id,
    bill_id: mail.bill_id,
    kind: 'mail_undelivered',
    text: `${mailKindName(mail.template)} non arrivata a ${mail.to_address}: ${lowerFirst(mailFailureSentences[failure])}`,
    actor: 'sistema',
  })
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
