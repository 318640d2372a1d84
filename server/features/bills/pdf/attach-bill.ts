import { billUrl } from '../../../links/bill-link.ts'
import type { MakeAttachments } from '../../../mail/attachments.ts'
import { letterheadImages } from '../../documents/letterhead-images.ts'
import { billFacts } from '../bill-facts.ts'
import { billPdf } from './bill-pdf.ts'
import { paperFacts } from './paper-facts.ts'

/**
 * The bill as PDF, as it is when its mail leaves. Nothing if the link of the mail was revoked since: its reader may be the
 * wrong one, and the PDF would bring the new link.
 */
export const attachBill: MakeAttachments = async (services, { bill_id, html }) => {
  if (bill_id === null) return []
  const [bill, paper] = await services.asSystem(
    async (tx) => [await billFacts(tx, bill_id), await paperFacts(tx, bill_id)] as const,
  )
  if (!bill) return []
  const link = billUrl(services, bill_id, bill.link_version)
  if (!html.includes(link)) return []
  const { logo } = await letterheadImages(services, bill.customer_id)
  const content = await billPdf(bill, paper, { logo, link })
  return [{ filename: `Bolletta ${bill.number}.pdf`, content, contentType: 'application/pdf' }]
}
