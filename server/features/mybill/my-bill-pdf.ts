import * as contract from '@saldo/contract/bills/mybill'
import { notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { billFacts } from '../bills/bill-facts.ts'
import { billPdf } from '../bills/pdf/bill-pdf.ts'

/** Drawn outside the transaction, so that drawing holds no connection. */
export const myBillPdf = serveAcross(contract.myBillPdf, async ({ as, actor }) => {
  const bill = actor.role === 'link' ? await as((tx) => billFacts(tx, actor.bill_id)) : null
  if (!bill) throw notFound('La bolletta')
  return asFile(await billPdf(bill), `Bolletta ${bill.number}.pdf`, 'application/pdf', true)
})
