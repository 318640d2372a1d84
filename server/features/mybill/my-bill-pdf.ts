import * as contract from '@saldo/contract/bills/mybill'
import { notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { billUrl } from '../../links/bill-link.ts'
import { billFacts } from '../bills/bill-facts.ts'
import { billPdf } from '../bills/pdf/bill-pdf.ts'
import { paperFacts } from '../bills/pdf/paper-facts.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'

/** Drawn outside the transaction, so that drawing holds no connection. */
export const myBillPdf = serveAcross(contract.myBillPdf, async ({ as, actor, services }) => {
  if (actor.role !== 'link') throw notFound('La bolletta')
  const { bill_id, pay_link_id } = actor
  const [bill, paper] = await as(
    async (tx) => [await billFacts(tx, bill_id), await paperFacts(tx, bill_id)] as const,
  )
  if (!bill) throw notFound('La bolletta')
  const { logo } = await letterheadImages(services, bill.customer_id)
  // A link that pays once does not hand out the one that lasts.
  const link = pay_link_id === null ? billUrl(services, bill.bill_id, bill.link_version) : null
  return asFile(
    await billPdf(bill, paper, { logo, link }),
    `Bolletta ${bill.number}.pdf`,
    'application/pdf',
    true,
  )
})
