import type { EmailTemplate } from '../../../mail/emails.ts'
import { accessMails } from './access-mails.ts'
import { billMails } from './bill-mails.ts'
import { officeMails } from './office-mails.ts'
import { paymentMails } from './payment-mails.ts'
import type { Entry } from './tags.ts'

/** Every mail that the product sends, with what it can say: the only list (catalogue.test.ts compares the built-in files). */
export const catalogue: Record<EmailTemplate, Entry> = {
  ...accessMails,
  ...billMails,
  ...paymentMails,
  ...officeMails,
}

export type CatalogueEntry = Entry & { template: EmailTemplate }
export const entries: readonly CatalogueEntry[] = Object.entries(catalogue)
  .map(([template, entry]) => ({ ...entry, template: template as EmailTemplate }))
  .sort((a, b) => a.id - b.id)

export const entryOf = (id: number): CatalogueEntry | undefined => entries.find((each) => each.id === id)
