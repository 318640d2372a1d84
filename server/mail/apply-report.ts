import { endsAddress, mailFailureOf } from '@saldo/domain/mail/mail-failure'
import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'
import { mailboxOf } from './mail-limit.ts'
import { mailsReferredTo } from './mail-reference.ts'
import { noteUndelivered } from './note-undelivered.ts'
import { suppressAfter } from './suppression.ts'

/**
 * What somebody else says of a mail. `failed`: it did not arrive. `delayed`: it may still. `complaint`: its reader called it
 * spam. `unreadable`: no report that we can read.
 */
export type MailReport = {
  kind: 'failed' | 'delayed' | 'complaint' | 'unreadable'
  /** The addresses that the report names: the final one, and the one to which the mail was sent. Empty: it names none. */
  recipients: readonly string[]
  /** The enhanced status of RFC 3463 (`5.1.1`), if it has one. */
  status: string | null
  /** The words of the mail server. */
  said: string
  /** Where the reference of our mail is looked for: the Message-ID, the return path, or the whole report. */
  refers: string
}

export type Applied = 'applied' | 'known' | 'unmatched'

/**
 * Stores a report once and applies it. Only a report with the unguessable reference of a mail that we sent, and about the
 * address to which we sent it, changes anything: anybody can write to a mailbox. The others are stored as unmatched.
 */
export async function applyReport(
  services: Services,
  tx: Tx,
  of: { source: 'webhook' | 'mailbox'; event_key: string },
  report: MailReport,
): Promise<Applied> {
  const { kind, status, said, recipients } = report
  const failure = kind === 'complaint' ? 'complaint' : mailFailureOf(status, said)
  const hard = kind === 'failed' && endsAddress(failure) && !status?.startsWith('4')
  const match =
    kind === 'unreadable' ? { unmatched: 'unreadable' as const } : await matchOf(services, tx, report)
  const [stored] = await tx`
    insert into mail_bounces ${tx({
      ...of,
      kind: hard ? 'hard' : kind,
      recipient: clean(recipients[0])?.slice(0, 320) ?? null,
      status: clean(status)?.slice(0, 20) ?? null,
      said: clean(said)?.slice(0, 500) ?? null,
      email_id: match.email_id ?? null,
      unmatched: match.unmatched ?? null,
    })} on conflict do nothing returning bounce_id`
  if (!stored) return 'known'
  if (match.email_id === undefined) return 'unmatched'
  const { email_id, address } = match
  // A report may overtake our own note: whoever has the reference got the mail, so it left and is not sent again.
  await tx`update emails set sent_at = now() where email_id = ${email_id} and sent_at is null`
  if (kind === 'delayed') await tell(tx, email_id, 'delayed', failure, said)
  else if (kind === 'complaint') {
    await tell(tx, email_id, 'complained', failure, said)
    await suppressAfter(tx, failure, { address, cause: 'complaint', email_id })
  } else {
    const { count } = await tx`
      update emails set bounced_at = now(), failure = ${failure} where email_id = ${email_id} and bounced_at is null`
    await tell(tx, email_id, 'bounced', failure, said)
    if (count > 0) await noteUndelivered(tx, email_id, failure)
    if (hard) await suppressAfter(tx, failure, { address, cause: 'bounce', email_id })
  }
  return 'applied'
}

type Match =
  | { email_id: number; address: string; unmatched?: undefined }
  | { email_id?: undefined; unmatched: 'no_reference' | 'unknown_mail' | 'other_recipient' | 'unreadable' }

async function matchOf(services: Services, tx: Tx, { refers, recipients }: MailReport): Promise<Match> {
  const ids = mailsReferredTo(services.env.SALDO_SECRET, refers)
  if (ids.length === 0) return { unmatched: 'no_reference' }
  const mails = await tx<{ email_id: number; address: string }[]>`
    select email_id, address from emails
    where email_id = any(${ids}::bigint[]) and (sent_at is not null or (tries > 0 and refused_at is null))
    order by email_id for update`
  if (mails.length === 0) return { unmatched: 'unknown_mail' }
  const boxes = recipients.map(mailboxOf)
  // Providers leave the address out of complaints; whoever has the reference has the mail.
  const mail = boxes.length === 0 ? mails[0] : mails.find(({ address }) => boxes.includes(mailboxOf(address)))
  return mail ? { email_id: mail.email_id, address: mail.address } : { unmatched: 'other_recipient' }
}

const tell = (tx: Tx, email_id: number, kind: string, failure: string, said: string) => tx`
  insert into email_events (customer_id, email_id, kind, failure, said)
  select customer_id, email_id, ${kind}, ${failure}, ${clean(said)?.slice(0, 500) ?? null}
  from emails where email_id = ${email_id}`

/** On one line and without what PostgreSQL does not store. */
function clean(text: string | null | undefined): string | null {
  const line = text
    ?.toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line ? line : null
}
