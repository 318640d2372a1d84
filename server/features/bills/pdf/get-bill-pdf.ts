import * as contract from '@saldo/contract/bills/bills'
import { notFound } from '../../../http/errors.ts'
import { asFile, serveAcross } from '../../../http/serve.ts'
import { billUrl } from '../../../links/bill-link.ts'
import { letterheadImages } from '../../documents/letterhead-images.ts'
import { billFacts } from '../bill-facts.ts'
import { billPdf } from './bill-pdf.ts'
import { paperFacts } from './paper-facts.ts'

export const getBillPdf = serveAcross(contract.billPdf, async ({ as, params, services }) => {
  const id = params.id as number
  const [bill, paper] = await as(async (tx) => [await billFacts(tx, id), await paperFacts(tx, id)] as const)
  if (!bill) throw notFound('La bolletta')
  const { logo } = await letterheadImages(services, bill.customer_id)
  const link = billUrl(services, bill.bill_id, bill.link_version)
  return asFile(
    await billPdf(bill, paper, { logo, link }),
    `Bolletta ${bill.number}.pdf`,
    'application/pdf',
    true,
  )
})
