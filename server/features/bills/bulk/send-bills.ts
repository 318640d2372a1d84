import * as contract from '@saldo/contract/bills/bills'
import { type AskingBill, whyNotPay } from '@saldo/domain/bills/bill'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { mailedTo } from '../../../mail/mailed-to.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvent } from '../../../timeline/bill-event.ts'

type Sendable = AskingBill & {
  bill_id: number
  customer_id: number
  link_version: number
  email: string | null
}

/** Sends one mail for each bill that can be paid; at most one a day while its link stays the same. */
export const sendBills = serve(contract.sendBills, async ({ tx, services, body }) => {
  const ids = [...new Set(body.ids)]
  const bills = await tx<Sendable[]>`
    select b.bill_id, b.customer_id, b.phase, b.residue, b.pending, b.link_version,
      notice_email(s.customer_id, s.subject_id, s.email) as email
    from bills b join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.bill_id = any(${ids}) order by b.bill_id`
  if (bills.length < ids.length) throw notFound('Una delle bollette')
  const payable = bills.filter((bill) => whyNotPay(bill) === null)
  const reachable = payable.filter((bill): bill is Sendable & { email: string } => bill.email !== null)
  const actor = await actorName(tx)
  for (const bill of reachable) await sendOnce(services, tx, bill, actor)
  return {
    sent: reachable.length,
    without_email: payable.length - reachable.length,
    not_payable: bills.length - payable.length,
  }
})

async function sendOnce(services: Services, tx: Tx, bill: Sendable & { email: string }, actor: string) {
  const { customer_id, bill_id, email } = bill
  const dedupe_key = `bill-link:${bill_id}:${bill.link_version}:${today()}`
  const [sent] =
    await tx`select from emails where customer_id = ${customer_id} and dedupe_key = ${dedupe_key}`
  if (sent) return
  await queueEmail(services, tx, {
    template: 'bill-link',
    to: email,
    customer_id,
    bill_id,
    dedupe_key,
    values: {},
  })
  await recordBillEvent(tx, {
    customer_id,
    bill_id,
    kind: 'sent',
    text: mailedTo(services, 'Link', email),
    actor,
  })
  await services.queue.enqueue(tx, 'tell-asked', { bill_ids: [bill_id], reminder_id: null })
}
