import * as contract from '@saldo/contract/bills/mybill'
import { notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { billFacts } from '../bills/bill-facts.ts'
import { billPdf } from '../bills/pdf/bill-pdf.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'

/** Drawn outside the transaction, so that drawing holds no connection. */
export const myBillPdf = serveAcross(contract.myBillPdf, async ({ as, actor, services }) => {
  const bill = actor.role === 'link' ? await as((tx) => billFacts(tx, actor.bill_id)) : null
  if (!bill) throw notFound('La bolletta')
  const { logo } = await letterheadImages(services, bill.customer_id)
  return asFile(await billPdf(bill, logo), `Bolletta ${bill.number}.pdf`, 'application/pdf', true)
})
