import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/emails'
import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { sentKey } from '../../http/idempotency-key.ts'
import { serveAcross } from '../../http/serve.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { writeAgain } from '../../mail/write-again.ts'
import { readBody } from './readable-body.ts'
import { type Resendable, whyNotResend } from './why-not-resend.ts'

/** How many mails a mailbox gets again within a day, by whomever. */
const mostInDay = 3

/**
 * Sends a mail again as a new one, which names the first. The link of a bill is written anew, with what the bill asks now;
 * others are sent with the body that they had. The same key makes one mail.
 */
export const resendEmail = serveAcross(
  contract.resendEmail,
  async ({ services, as, params: { id }, request }) => {
    const { kind } = await readBody(services, id, { whole: true })
    return as(async (tx) => {
      const mail = await lock(tx, id)
      const key = `resend:${mail.root}:${sentKey(request) ?? randomUUID()}`
      const [known] = await tx<{ email_id: number }[]>`select email_id from emails where dedupe_key = ${key}`
      if (known) return { email_id: known.email_id }
      const why = await whyNotResend(services, tx, { ...mail, body: kind })
      if (why) throw conflict('not_resendable', why)
      await requireRoom(tx, mail.address)
      const email_id = await writeAgain(services, tx, { ...mail, key })
      await recordAudit(tx, {
        ...{ customer_id: mail.customer_id, noun: 'emails', record_id: email_id, act: 'sent' },
        label: `${mailKindName(mail.template)} a ${maskEmail(mail.to_address)}`,
      })
      return { email_id }
    })
  },
)

type Locked = Omit<Resendable, 'body'> & { customer_id: number | null; to_address: string; address: string }

/** One at a time for each address, so that the limit holds for parallel requests, too. */
async function lock(tx: Tx, email_id: number): Promise<Locked> {
  const [mail] = await tx<Locked[]>`
    select e.email_id, e.template, e.state, e.bill_id, e.customer_id, e.to_address, e.address,
      coalesce(e.resend_of, e.email_id) as root,
      (select s.suppressed_address_id from suppressed_addresses s where s.address = e.address and s.lifted_at is null)
        as suppressed_address_id,
      pg_advisory_xact_lock(hashtextextended('resend ' || e.address, 0)) as locked
    from emails e where e.email_id = ${email_id}`
  if (!mail) throw notFound('L’e-mail')
  return mail
}

async function requireRoom(tx: Tx, address: string): Promise<void> {
  const [sent] = await tx<{ count: number }[]>`
    select count(*)::int as count from emails
    where address = ${address} and resend_of is not null and created_at > now() - interval '1 day'`
  if ((sent?.count ?? 0) >= mostInDay)
    throw new ApiError(
      429,
      'too_many_mails',
      'A questo indirizzo oggi hai già mandato di nuovo tre e-mail: riprova domani.',
    )
}
