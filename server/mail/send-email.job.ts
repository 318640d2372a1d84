import { type MailFailure, mailFailureOf, statusIn } from '@saldo/domain/mail/mail-failure'
import { createTransport } from 'nodemailer'
import type { Tx } from '../db/connection.ts'
import { emit } from '../events.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'
import { attachmentsOf } from './attachments.ts'
import { inlineImages } from './inline-images.ts'
import { faultOf, type MailFault, type SmtpError } from './mail-fault.ts'
import { mailReference, markLinks } from './mail-reference.ts'
import { noteUndelivered } from './note-undelivered.ts'
import { returnPathOf } from './return-path.ts'
import { isSuppressed, suppressAfter } from './suppression.ts'

/**
 * Sends one mail: claims its row, talks to the mail server with no transaction open, marks it sent. Its Message-ID
 * never changes, so that a mail sent twice after a crash is recognised as one. A mail to a suppressed address is not sent. If SMTP_URL is not set, nothing is sent:
 * the mail is kept as not sent, also when a mail server is set later, and is readable in the product until then.
 */
export const sendEmail: JobHandler<'send-email'> = async (services, { email_id }) => {
  const { SMTP_URL } = services.env
  if (!SMTP_URL) return keep(services, email_id)
  const mail = await claim(services, email_id)
  if (!mail) return
  try {
    await deliver(services, SMTP_URL, mail)
  } catch (error) {
    return postpone(services, mail, error as SmtpError)
  }
  await services.asSystem((tx) => noteSent(services, tx, mail))
}

/** A report of the mail may have been faster than this note: what it said stays. */
async function noteSent(services: Services, tx: Tx, mail: Mail): Promise<void> {
  await tx`
    update emails
    set sent_at = coalesce(sent_at, now()), claimed_at = null, last_error = null,
      failure = case when bounced_at is not null then failure end, ${body(tx, isPersonal(services, mail))}
    where email_id = ${mail.email_id}`
}

/** Without a mail server the mail is read in the product, until its link lapses (blank-personal-mails.ts). */
const keep = (services: Services, email_id: number): Promise<void> =>
  services.asSystem(async (tx) => {
    const [mail] = await tx<{ template: string; to_address: string }[]>`
      select template, to_address from emails
      where email_id = ${email_id} and sent_at is null and refused_at is null and kept_at is null for update`
    if (!mail) return
    if (await isSuppressed(services, tx, mail)) return suppress(tx, email_id)
    await tx`update emails set kept_at = now() where email_id = ${email_id}`
  })

/** Ends a mail to a suppressed address. It counts as refused: whoever waits for it hears that it did not arrive. */
async function suppress(tx: Tx, email_id: number): Promise<void> {
  await tx`
    update emails
    set refused_at = now(), suppressed = true, failure = 'suppressed', last_error = 'its address is suppressed'
    where email_id = ${email_id}`
  await noteUndelivered(tx, email_id, 'suppressed')
}

/** Whether the mail signs in or proves something: the stored one is blanked once it left, or never will. */
const isPersonal = ({ personal_mails }: Services, { template }: Mail) => template in personal_mails
const body = (tx: Tx, blank: boolean) => (blank ? tx`html = '', text = ''` : tx`html = html, text = text`)

type Mail = {
  email_id: number
  template: string
  to_address: string
  reply_to: string | null
  subject: string
  bill_id: number | null
  html: string
  text: string
  tries: number
}
/**
 * Claims the mail. Null when there is nothing to send, or another process has claimed it; if that one died, a later job
 * takes over.
 */
const claim = (services: Services, email_id: number): Promise<Mail | null> =>
  services.asSystem(async (tx) => {
    const [row] = await tx`
      select email_id, template, to_address, reply_to, subject, bill_id, html, text, tries + 1 as tries,
        claimed_at > now() - interval '2 minutes' as taken
      from emails where email_id = ${email_id} and sent_at is null and refused_at is null and kept_at is null
      for update`
    if (!row) return null
    if (row.taken) {
      await services.queue.enqueue(tx, 'send-email', { email_id }, { after_seconds: 120 })
      return null
    }
    if (await isSuppressed(services, tx, row as unknown as Mail)) {
      await suppress(tx, email_id)
      return null
    }
    await tx`update emails set claimed_at = now(), tries = tries + 1 where email_id = ${email_id}`
    return row as unknown as Mail
  })

async function deliver(services: Services, url: string, mail: Mail): Promise<void> {
  const { MAIL_FROM, PUBLIC_URL, MAIL_RETURN_PATH, SALDO_SECRET } = services.env
  const reference = mailReference(SALDO_SECRET, mail.email_id)
  const { html, text } = markLinks(services.env, mail.email_id, mail)
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.sendMail({
      from: MAIL_FROM,
      to: onlyTo(mail.to_address),
      ...(mail.reply_to && { replyTo: onlyTo(mail.reply_to) }),
      ...(MAIL_RETURN_PATH && {
        envelope: { from: returnPathOf(MAIL_RETURN_PATH, reference), to: [onlyTo(mail.to_address)] },
      }),
      subject: mail.subject,
      html,
      text,
      attachments: [...(await inlineImages(services, html)), ...(await attachmentsOf(services, mail))],
      messageId: `<${reference}@${new URL(PUBLIC_URL).hostname}>`,
      headers: { 'auto-submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } finally {
    transport.close()
  }
}

/** One address. As a text it would be read as a list of several. */
const onlyTo = (address: string) => ({ name: '', address })

/** After so many tries, two and a half days of them, the next ones come every six hours instead of every hour. */
const triesEachHour = 60
/** A connection may fail for a minute; the third failure of one mail is worth an alarm. */
const triesBeforeAlarm = 3

/**
 * Only an address that does not exist ends a mail: whoever waits for it hears that it was refused. Every other fault is
 * ours or the mail server's, so the mail stays and is tried again until it leaves, and the back office is told.
 */
const postpone = (services: Services, mail: Mail, error: SmtpError): Promise<void> =>
  services.asSystem(async (tx) => {
    const { email_id, tries } = mail
    const fault = faultOf(error)
    const forGood = fault === 'recipient'
    const said = error.message.slice(0, 500)
    const failure = failureOf(fault, error)
    const { count } = await tx`
      update emails
      set claimed_at = null, last_error = ${said}, failure = ${failure},
        refused_at = case when ${forGood} then now() end, ${body(tx, forGood && isPersonal(services, mail))}
      where email_id = ${email_id} and sent_at is null`
    // A report of this mail arrived meanwhile. So the mail server took the mail, and only its answer was lost.
    if (count === 0) return noteSent(services, tx, mail)
    await tx`
      insert into email_events (customer_id, email_id, kind, failure, said)
      select customer_id, email_id, ${forGood ? 'refused' : 'postponed'}, ${failure}, ${said}
      from emails where email_id = ${email_id}`
    services.log.warn({ email_id, tries, fault, err: error }, 'mail not sent')
    if (forGood) {
      await noteUndelivered(tx, email_id, failure)
      await suppressAfter(tx, failure, { address: mail.to_address, cause: 'refused', email_id })
      return
    }
    const passing = fault === 'connection' && tries < triesBeforeAlarm
    if (!passing) await emit(services, tx, 'mail_faulted', { fault })
    const wait = tries < triesEachHour ? Math.min(30 * 2 ** tries, 3600) : 6 * 3600
    await services.queue.enqueue(tx, 'send-email', { email_id }, { after_seconds: wait })
  })

/** A fault of ours or of our mail server says nothing of the reader's. */
function failureOf(fault: MailFault, error: SmtpError): MailFailure {
  if (fault === 'connection') return 'no_answer'
  if (fault === 'sign_in' || fault === 'sender') return 'refused_sender'
  if (fault === 'message') return 'refused_content'
  const said = error.response ?? error.message
  const failure = mailFailureOf(statusIn(said), said)
  return failure === 'refused_sender' ? 'other' : failure
}
