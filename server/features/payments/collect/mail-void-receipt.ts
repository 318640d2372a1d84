import { formatEuro } from '@saldo/domain/money'
import { type ReversalReason, reversalReasons } from '@saldo/domain/payments/reversal'
import type { Tx } from '../../../db/connection.ts'
import { badInput } from '../../../http/errors.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import { linkToPayer } from '../../delegations/paid-by-delegate.ts'
import type { LockedPayment } from '../allocate/lock-payment.ts'
import { receiptNumber } from '../receipt/receipt-number.ts'

/** Mails to whoever was mailed the receipt that it is void; 400 if nobody was. */
export async function mailVoidReceipt(
  services: Services,
  tx: Tx,
  { customer_id, bill_id, payment_id, amount, receipt_email }: LockedPayment,
  reason: ReversalReason,
): Promise<void> {
  if (!receipt_email)
    throw badInput({ tell_payer: 'Questa ricevuta non è mai partita per e-mail: non c’è chi avvisare.' })
  await queueEmail(services, tx, {
    ...{ template: 'receipt-void', to: receipt_email, customer_id, bill_id },
    dedupe_key: `receipt-void:${payment_id}`,
    values: {
      amount: formatEuro(amount),
      receipt_number: (await receiptNumber(tx, payment_id)) ?? '',
      why: `${reversalReasons[reason]}.`,
      ...(await linkToPayer(services, tx, payment_id)),
    },
  })
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'receipt', actor: 'sistema' },
    text: 'Avviso in uscita: la ricevuta non vale più',
  })
}
