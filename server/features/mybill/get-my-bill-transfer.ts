import * as contract from '@saldo/contract/bills/mybill'
import { whyNotPay } from '@saldo/domain/bills/bill'
import { owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { whyNotAmount } from '@saldo/domain/payments/partial-payment'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { qrPath } from '../../pdf/qr-bars.ts'
import { type BillFacts, billFacts, transferOf } from '../bills/bill-facts.ts'

/** The transfer of the amount that the payer chose: what is due now, everything, or a part that is accepted. */
export const getMyBillTransfer = serve(contract.getMyBillTransfer, async ({ tx, actor, query }) => {
  const bill = actor.role === 'link' ? await billFacts(tx, actor.bill_id) : null
  if (!bill) throw notFound('La bolletta')
  const why = whyNot(bill, query.amount)
  if (why) throw conflict('not_payable', why)
  const transfer = transferOf(bill, query.amount)
  if (!transfer) throw conflict('no_transfer', 'Il condominio non ha ancora un conto per i bonifici.')
  return { ...transfer, qr: qrPath(transfer.epc) }
})

function whyNot(bill: BillFacts, amount: number | undefined): string | null {
  if (bill.payable <= 0) return whyNotPay(bill) ?? 'Non si può pagare.'
  const { due_now } = owedOf(bill, today())
  if (amount === undefined || amount === due_now) return null
  return whyNotAmount(amount, bill.payable, bill.minimum_payment, due_now)
}
