import type { Services } from '../services.ts'

export type Attachment = { filename: string; content: Buffer; contentType: string }

/** A mail that is about to leave. `html` and `text` are as they were written. */
export type LeavingMail = { template: string; bill_id: number | null; html: string; text: string }

/** Makes the files that go with a mail; none where they would say more than the mail. */
export type MakeAttachments = (services: Services, mail: LeavingMail) => Promise<Attachment[]>

/** Mail servers refuse large mails; a bill as PDF has some 20 to 200 kB. In bytes, all attachments together. */
export const mostAttached = 3_000_000

/**
 * The files that go with the mail. They are made anew whenever it is tried, and nothing of them is stored. What cannot be
 * made, or is too large, is left out and logged: the mail matters more, and its link shows the same.
 */
export async function attachmentsOf(services: Services, mail: LeavingMail): Promise<Attachment[]> {
  const make = (services.mail_attachments as Partial<Record<string, MakeAttachments>>)[mail.template]
  if (!make) return []
  try {
    const made = await make(services, mail)
    const bytes = made.reduce((sum, { content }) => sum + content.length, 0)
    if (bytes <= mostAttached) return made
    services.log.error({ template: mail.template, bytes }, 'the attachments of a mail are too large')
  } catch (error) {
    services.log.error({ template: mail.template, err: error }, 'the attachments of a mail cannot be made')
  }
  return []
}
