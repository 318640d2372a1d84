import { domainToASCII } from 'node:url'
import type { Tx } from '../db/connection.ts'
import { emit } from '../events.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import type { EmailTemplate } from './emails.ts'

/**
 * The mail limit: how many mails one mailbox gets, within an hour and a day, that somebody else can cause, whatever caused
 * them. Mails that any visitor can cause and those that need somebody signed in are counted apart, so that strangers do not
 * use up what a user is waiting for; so are those that ask for the change of a contact, and the codes that confirm an IBAN,
 * so that neither a sub-user's codes nor a resident's keep the owner from either. Mails of an office's own work (bills,
 * receipts, reminders) are not limited. Nor are those that tell of a new IBAN, which nobody may keep back by filling a mailbox:
 * each request of one needs room for its code, and there are ten a day.
 */
export const mailLimits = {
  by_visitors: { in_hour: 5, in_day: 12 },
  by_users: { in_hour: 20, in_day: 60 },
  by_contact_changes: { in_hour: 20, in_day: 60 },
  by_iban_changes: { in_hour: 20, in_day: 60 },
}
type Cause = keyof typeof mailLimits

const causes: Partial<Record<EmailTemplate, Cause>> = {
  registration: 'by_visitors',
  'password-recovery': 'by_visitors',
  invitation: 'by_visitors',
  added: 'by_users',
  'delegation-asked': 'by_users',
  'delegation-invitation': 'by_users',
  'one-time-code': 'by_users',
  'email-change': 'by_users',
  'source-link': 'by_users',
  'account-activated': 'by_users',
  'activation-missing': 'by_users',
  'contact-change': 'by_contact_changes',
  'iban-code': 'by_iban_changes',
}
const templatesOf = (cause: Cause) =>
  Object.keys(causes).filter((name) => causes[name as EmailTemplate] === cause)

/** The mailbox of a limited mail; null: the mail is not limited. */
export const limitedMailbox = (template: EmailTemplate, to: string): string | null =>
  causes[template] ? mailboxOf(to) : null

/**
 * The mailbox that an address reaches: without case, without what follows a `+`, and at Gmail without dots. Where a
 * provider tells such addresses apart, their readers share one limit.
 */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] =
    /^(.*)@([^@]*)$/s.exec(address.normalize('NFKC').trim().toLowerCase()) ?? []
  const bare = domain.replace(/\.$/, '')
  const host = domainToASCII(bare) || bare
  const name = local.replace(/(?<=.)\+.*$/s, '')
  return /^(gmail|googlemail)\.com$/.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/**
 * Whether this mail may still be written. If not, counts it as withheld and tells the back office. Ask before you make a
 * link or code for it: a new one makes the one before stop working.
 */
export async function mayMail(
  services: Services,
  tx: Tx,
  template: EmailTemplate,
  to: string,
): Promise<boolean> {
  if (await hasMailRoom(tx, template, to)) return true
  await tx`
    insert into withheld_mails as w (mailbox, template) values (${mailboxOf(to)}, ${template})
    on conflict (mailbox, template, hour) do update set count = w.count + 1`
  services.log.warn({ template }, 'mail withheld: its mailbox had too many')
  await emit(services, tx, 'mail_withheld', {})
  return false
}

/** 429 to a user whose act would send one mail too many. */
export async function requireMailRoom(tx: Tx, template: EmailTemplate, to: string): Promise<void> {
  if (!(await hasMailRoom(tx, template, to)))
    throw new ApiError(
      429,
      'too_many_mails',
      'A questo indirizzo abbiamo già mandato molte e-mail: guarda nella posta (anche nello spam), o riprova fra un’ora.',
      { headers: { 'retry-after': '3600' } },
    )
}

/** Whether its mailbox may get this mail. The answer holds until the transaction ends: others who ask wait for it. */
export async function hasMailRoom(tx: Tx, template: EmailTemplate, to: string): Promise<boolean> {
  const cause = causes[template]
  if (!cause) return true
  const [counted] = await tx<{ in_hour: number; in_day: number }[]>`
    select * from count_mails_to(${mailboxOf(to)}, ${templatesOf(cause)})`
  const limit = mailLimits[cause]
  return !counted || (counted.in_hour < limit.in_hour && counted.in_day < limit.in_day)
}
