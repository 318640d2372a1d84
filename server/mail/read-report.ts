import { statusIn } from '@saldo/domain/mail/mail-failure'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { MailReport } from './apply-report.ts'

/**
 * Reads a mail that came back: a delivery status (RFC 3464), a complaint (RFC 5965), or the plain report of an old Exim, which
 * names the address in `X-Failed-Recipients`. A report about several addresses is as many reports. Success, and answers of
 * people and machines, are no reports: the former are empty, the latter `unreadable`. Never throws.
 */
export async function readReports(source: Buffer): Promise<MailReport[]> {
  const refers = source.toString('latin1')
  let mail: Email
  try {
    mail = await PostalMime.parse(source, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: 20,
      maxHeadersSize: 200_000,
    })
  } catch {
    return [unreadable(refers, 'La mail non si legge.')]
  }
  const status = partOf(mail, 'message/delivery-status') ?? partOf(mail, 'message/global-delivery-status')
  if (status !== null) {
    const read = readDeliveryStatus(status, refers)
    return read ?? [unreadable(refers, mail.subject ?? '')]
  }
  const feedback = partOf(mail, 'message/feedback-report')
  if (feedback !== null) return readFeedback(feedback, refers, mail.subject ?? '')
  const failed = headerOf(mail, 'x-failed-recipients')
  if (failed) {
    const said = (mail.text ?? '').slice(0, 5000)
    return failed
      .split(',')
      .slice(0, mostRecipients)
      .map((address) => plainReport(address.trim(), said, refers))
  }
  return [unreadable(refers, mail.subject ?? '')]
}

const mostRecipients = 50

const unreadable = (refers: string, said: string): MailReport => ({
  kind: 'unreadable',
  recipients: [],
  status: null,
  said,
  refers,
})

/** Blocks of fields, the first about the report, one more for each address. Null: it names no address. */
function readDeliveryStatus(text: string, refers: string): MailReport[] | null {
  const blocks = text.split(/\r?\n[ \t]*(?:\r?\n)+/).map(fieldsOf)
  const about = blocks.filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
  if (about.length === 0) return null
  return about.slice(0, mostRecipients).flatMap((fields) => {
    const action = (fields.get('action') ?? '').toLowerCase()
    if (action !== 'failed' && action !== 'delayed') return []
    const said = fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '') ?? ''
    const status = statusIn(fields.get('status') ?? '') ?? statusIn(said)
    const recipients = ['original-recipient', 'final-recipient'].flatMap((name) =>
      addressIn(fields.get(name)),
    )
    return [{ kind: action, recipients, status: refine(status, said), said, refers }]
  })
}

/** A status that says nothing (`5.0.0`) gives way to the one in the server's words. */
const refine = (status: string | null, said: string): string | null =>
  status && /\.0\.0$/.test(status) ? (statusIn(said) ?? status) : status

function readFeedback(text: string, refers: string, subject: string): MailReport[] {
  const fields = fieldsOf(text)
  const type = (fields.get('feedback-type') ?? '').toLowerCase()
  if (!/^(abuse|fraud|virus|opt-out|other)$/.test(type)) return [unreadable(refers, subject)]
  const recipients = ['original-rcpt-to', 'removal-recipient'].flatMap((name) => addressIn(fields.get(name)))
  return [{ kind: 'complaint', recipients, status: null, said: `feedback-type: ${type}`, refers }]
}

/** The part of the text that begins with the address. */
function plainReport(address: string, text: string, refers: string): MailReport {
  const at = text.indexOf(address)
  const said = (at < 0 ? text : text.slice(at + address.length, at + 800)).replace(/\s+/g, ' ').trim()
  return { kind: 'failed', recipients: [address], status: statusIn(said), said: said.slice(0, 500), refers }
}

/** `Name: value` lines, folded ones joined; of a name that is repeated the first counts. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** `rfc822; lucia@example.it` → `lucia@example.it` */
function addressIn(value: string | undefined): string[] {
  const address = value
    ?.replace(/^[\w-]+\s*;/, '')
    .trim()
    .replace(/^<|>$/g, '')
  return address?.includes('@') ? [address] : []
}

/** The text of the mail's part of this type; null if it has none. */
function partOf({ attachments }: Email, mime: string): string | null {
  const part = attachments.find(({ mimeType }) => mimeType.toLowerCase() === mime)
  return part ? textOf(part) : null
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')

const headerOf = ({ headers }: Email, name: string): string | null =>
  headers.find(({ key }) => key.toLowerCase() === name)?.value ?? null
