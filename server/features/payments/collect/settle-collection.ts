import { type Day, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { handMethodPhrases, type OwnBankMethod } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../../db/connection.ts'
import { badInput } from '../../../http/errors.ts'
import type { RequestKey } from '../../../http/idempotency-key.ts'
import { paymentResultUrl } from '../../../links/bill-link.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import { settleDirectly } from '../allocate/settle-directly.ts'
import { receiptNumber } from '../receipt/receipt-number.ts'
import type { SettledPlan } from './plan-collection.ts'

/** Money that the office received, in cents. */
export type Collection = RequestKey & {
  account_id: number
  subject_id: number
  amount: number
  method: OwnBankMethod
  received_on: Day
  reference: string | null
  note: string | null
  send_receipt?: boolean | undefined
  created_by: number | null
}

/**
 * Registers a collection as its plan says, and mails the receipt if the office wants so; 400 without an address.
 * `posted_on`: the accounting day, if it is not the day on which the money came. Returns the payment's id.
 */
export async function settleCollection(
  services: Services,
  tx: Tx,
  { customer_id, bill_id, email, parts, surplus, rule }: Omit<SettledPlan, 'why_surplus' | 'bill_ids'>,
  { received_on, send_receipt = false, ...collection }: Collection,
  posted_on?: Day,
): Promise<number> {
  if (send_receipt && !email)
    throw badInput({ send_receipt: 'Manca l’e-mail di chi ha pagato: aggiungila in anagrafica.' })
  const receipt_email = send_receipt ? email : null
  const actor = await actorName(tx)
  const payment_id = await settleDirectly(
    services,
    tx,
    {
      ...{ ...collection, customer_id, bill_id, receipt_email },
      settled_at: received_on === today() ? new Date().toISOString() : `${received_on}T11:00:00Z`,
    },
    { parts, surplus, rule, actor, ...(posted_on ? { day: posted_on } : {}) },
  )
  // Most people have no access: a register of many collections adds no job for them.
  const [reader] = await tx`
    select from bills b join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.bill_id = ${bill_id} and s.user_id is not null`
  if (reader)
    await services.queue.enqueue(tx, 'tell-payer', { payment_id, what: 'received', key: String(payment_id) })
  if (receipt_email)
    await mailReceipt(services, tx, {
      ...{ customer_id, bill_id, payment_id, received_on, to: receipt_email },
      ...{ amount: collection.amount, method: collection.method },
    })
  return payment_id
}

async function mailReceipt(
  services: Services,
  tx: Tx,
  of: {
    customer_id: number
    bill_id: number
    payment_id: number
    to: string
    amount: number
    method: OwnBankMethod
    received_on: Day
  },
): Promise<void> {
  const { customer_id, bill_id, payment_id } = of
  await queueEmail(services, tx, {
    ...{ template: 'receipt', to: of.to, customer_id, bill_id, dedupe_key: `receipt:${payment_id}` },
    values: {
      amount: formatEuro(of.amount),
      receipt_number: (await receiptNumber(tx, payment_id)) ?? '',
      how: `pagato il ${formatDate(of.received_on)} ${handMethodPhrases[of.method]}`,
      url: paymentResultUrl(services, payment_id),
    },
  })
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'receipt', text: 'Ricevuta in uscita', actor: 'sistema' },
  })
}
