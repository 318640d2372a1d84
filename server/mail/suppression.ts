import { endsAddress, type MailFailure, mailFailureSentences } from '@saldo/domain/mail/mail-failure'
import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'
import type { EmailTemplate } from './emails.ts'
import { limitedMailbox } from './mail-limit.ts'

/**
 * Notices of security are also sent to a suppressed address: whoever has taken over an access must not be able to count on
 * silence, and they are few.
 */
const securityNotices: readonly string[] = [
  'access-elsewhere',
  'contact-changed',
  'email-changed',
  'iban-change',
  'new-ibans',
  'password-changed',
  'provider-account-change',
  'second-step-changed',
  'template-live',
] satisfies EmailTemplate[]

/**
 * Whether a mail with this template is also sent to a suppressed address: one that a person waits for right now (an
 * invitation, a code, a link to a new password), because they may have mended their mailbox and have no other way in. Such
 * mails have a limit for each mailbox already (mail-limit.ts).
 */
export const ignoresSuppression = (services: Services, template: string): boolean =>
  securityNotices.includes(template) ||
  template in services.personal_mails ||
  limitedMailbox(template as EmailTemplate, 'a@b') !== null

/** Whether the mail must not be sent, because its address is suppressed. */
export async function isSuppressed(
  services: Services,
  tx: Tx,
  { template, to_address }: { template: string; to_address: string },
): Promise<boolean> {
  if (ignoresSuppression(services, template)) return false
  const [found] = await tx`
    select from suppressed_addresses where address = lower(${to_address}) and lifted_at is null`
  return found !== undefined
}

/** Suppresses an address that takes no mail. @returns whether it did: other failures, and one that is suppressed already, do not. */
export async function suppressAfter(
  tx: Tx,
  failure: MailFailure,
  of: { address: string; cause: 'bounce' | 'refused' | 'complaint'; email_id: number },
): Promise<boolean> {
  if (!endsAddress(failure)) return false
  const { count } = await tx`
    insert into suppressed_addresses (address, cause, failure, reason, email_id)
    values (lower(${of.address}), ${of.cause}, ${failure}, ${mailFailureSentences[failure]}, ${of.email_id})
    on conflict do nothing`
  return count > 0
}
