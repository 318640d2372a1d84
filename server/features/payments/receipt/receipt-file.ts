import { paymentCan } from '@saldo/domain/payments/payment'
import type { As } from '../../../http/actor.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { asFile } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { letterheadImages } from '../../documents/letterhead-images.ts'
import { receiptFacts } from './receipt-facts.ts'
import { receiptParts } from './receipt-parts.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** A payment's receipt as a PDF. Throws 404 when the payment is not visible, 409 when no money has arrived. */
export async function receiptFile(services: Services, as: As, payment_id: number) {
  const receipt = await as((tx) => receiptFacts(tx, payment_id))
  if (!receipt) throw notFound('Il pagamento')
  const { settled_at, receipt_number, state } = receipt
  if (settled_at === null || receipt_number === null || !paymentCan.receipt({ phase: state }))
    throw conflict('not_succeeded', 'Non c’è ricevuta: questo pagamento non è riuscito o è ancora in corso.')
  const paid = await services.asSystem((tx) => receiptParts(tx, payment_id))
  const images = await letterheadImages(services, receipt.bill.customer_id)
  const pdf = await receiptPdf({ ...receipt, ...paid, settled_at, receipt_number }, images)
  return asFile(pdf, `Ricevuta PG-${payment_id}.pdf`, 'application/pdf')
}
