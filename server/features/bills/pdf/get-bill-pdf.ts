import * as contract from '@saldo/contract/bills/bills'
import { notFound } from '../../../http/errors.ts'
import { asFile, serveAcross } from '../../../http/serve.ts'
import { billFacts } from '../bill-facts.ts'
import { billPdf } from './bill-pdf.ts'

export const getBillPdf = serveAcross(contract.billPdf, async ({ as, params }) => {
  const bill = await as((tx) => billFacts(tx, params.id as number))
  if (!bill) throw notFound('La bolletta')
  return asFile(await billPdf(bill), `Bolletta ${bill.number}.pdf`, 'application/pdf', true)
})
