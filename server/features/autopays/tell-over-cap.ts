import { formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import type { LockedAutopay } from './move-autopay.job.ts'

/** The instalment costs more than the cap: the payer is told, once, that it is to pay by hand. */
export async function tellOverCap(
  services: Services,
  tx: Tx,
  { autopay_id, customer_id, cap, email }: LockedAutopay,
  of: { bill_id: number; bill_number: string; instalment_id: number; still_due: number; due_date: string },
): Promise<void> {
  const key = overCapKey(autopay_id, of.instalment_id, cap)
  const [told] = await tx`select from emails where dedupe_key = ${key}`
  if (told || !email) return
  const amount = formatEuro(of.still_due)
  await queueEmail(services, tx, {
    template: 'autopay-over-cap',
    to: email,
    customer_id,
    bill_id: of.bill_id,
    dedupe_key: key,
    values: { amount, cap: formatEuro(cap ?? 0), due_on: formatLongDate(of.due_date) },
  })
  await recordBillEvent(tx, {
    customer_id,
    bill_id: of.bill_id,
    kind: 'debit_cancelled',
    text: `${amount} superano il limite dell’addebito automatico: la rata si paga a mano`,
    actor: 'sistema',
  })
}

const overCapKey = (autopay_id: number, instalment_id: number, cap: number | null) =>
  `autopay-over-cap:${autopay_id}:${instalment_id}:${cap}`
