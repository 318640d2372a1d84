import { fillPlaceholders } from '@saldo/domain/arrears/reminder-plan'
import { daysBetween, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import type { JudgedBill } from './reminder-decisions.ts'

/**
 * Writes a reminder, its mail, and an event in the bill's timeline. False when none is due, or another run has sent it
 * meanwhile.
 */
export async function remindOf(
  services: Services,
  tx: Tx,
  run_id: number,
  bill: JudgedBill,
  actor: string,
): Promise<boolean> {
  const { step, reason, email, next_due_date: due_date } = bill
  if (reason !== null || step === null || email === null || due_date === null) return false
  const { customer_id, account_id, bill_id, subject_id } = bill
  const values = valuesOf(bill, due_date)
  const reminder = {
    ...{ customer_id, account_id, bill_id, subject_id, run_id, due_date },
    days: step.days,
    step_name: step.name,
    amount: bill.due_now,
    to_address: email,
    email_subject: fillPlaceholders(step.subject, values),
    email_text: fillPlaceholders(step.text, values),
    email_key: `reminder:${bill_id}:${due_date}:${step.days}`,
  }
  const { count } = await tx`insert into reminders ${tx(reminder)} on conflict do nothing`
  if (count === 0) return false
  await queueEmail(services, tx, {
    template: 'reminder',
    to: email,
    customer_id,
    bill_id,
    dedupe_key: reminder.email_key,
    values: { amount: values.importo, title: reminder.email_subject, text: reminder.email_text },
  })
  await recordBillEvent(tx, {
    ...{ customer_id, bill_id, actor },
    kind: 'reminded',
    text: `${step.name} inviato a ${email}`,
  })
  return true
}

const valuesOf = (bill: JudgedBill, due_date: string) => ({
  nominativo: bill.nominative,
  importo: formatEuro(bill.due_now),
  scadenza: formatDate(due_date),
  giorni: String(Math.max(daysBetween(due_date, today()), 0)),
  condominio: bill.account_name,
  bolletta: bill.number,
  causale: bill.description,
  studio: bill.business_name,
})
