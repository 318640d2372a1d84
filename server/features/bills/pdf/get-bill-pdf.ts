import * as contract from '@saldo/contract/bills/bills'
import { notFound } from '../../../http/errors.ts'
import { asFile, serveAcross } from '../../../http/serve.ts'
import { letterheadImages } from '../../documents/letterhead-images.ts'
import { billFacts } from '../bill-facts.ts'
import { billPdf } from './bill-pdf.ts'

export const getBillPdf = serveAcross(contract.billPdf, async ({ as, params, services }) => {
  const bill = await as((tx) => billFacts(tx, params.id as number))
  if (!bill) throw notFound('La bolletta')
  const { logo } = await letterheadImages(services, bill.customer_id)
  return asFile(await billPdf(bill, logo), `Bolletta ${bill.number}.pdf`, 'application/pdf', true)
})
