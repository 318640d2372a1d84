import * as contract from '@saldo/contract/settings/email-templates'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import type { MailValues } from '../../mail/fill-template.ts'
import { withImagesInside } from '../../mail/inline-images.ts'
import { factsOf } from '../../mail/queue-email.ts'
import { billTags } from './catalogue/tags.ts'
import { findEntry } from './find-template.ts'
import { findStaged, writeExample } from './written-mail.ts'

/**
 * A mail as it would be written: about a real bill or for a real office, where the mail concerns one. What only the act that
 * sends it knows stays an example, and so do links: nobody pays by a preview.
 */
export const previewTemplate = serveAcross(
  contract.previewEmailTemplate,
  async ({ services, as, params: { id }, query: { stage, bill_id, customer_id } }) => {
    const entry = findEntry(id)
    const { staged, known } = await as(async (tx) => {
      const staged = await findStaged(services, tx, entry, stage)
      if (bill_id !== undefined) {
        const [bill] = await tx`select from bills where bill_id = ${bill_id}`
        if (!bill) throw notFound('La bolletta')
      }
      if (customer_id !== undefined) {
        const [customer] = await tx`select from customers where customer_id = ${customer_id}`
        if (!customer) throw notFound('Il cliente')
      }
      const of = {
        bill_id: entry.about === 'bill' ? (bill_id ?? null) : null,
        customer_id: entry.about === 'own' ? null : (customer_id ?? null),
      }
      const isReal = of.bill_id !== null || of.customer_id !== null
      const facts: MailValues = isReal ? withoutNulls(await factsOf(services, tx, of)) : {}
      return {
        staged,
        known: isReal
          ? { ...facts, bill_url: billTags.bill_url.kind === 'url' ? billTags.bill_url.example : '' }
          : {},
      }
    })
    const { subject, html, text } = await writeExample(staged, entry.tags, known)
    return { subject, html: await withImagesInside(services, html), text }
  },
)

const withoutNulls = (facts: object): MailValues =>
  Object.fromEntries(Object.entries(facts).filter(([name, value]) => name !== 'reply_to' && value !== null))
