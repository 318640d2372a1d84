import { randomBytes } from 'node:crypto'
import { formatDateTime } from '@saldo/domain/dates'
import { hashToken } from '../../http/actor.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'

type Waiting = {
  name: string
  old_email: string
  new_email: string | null
  requested_by_name: string
  requested_at: string
}

/**
 * Mails the link that confirms a change to the address of before; nothing if there was none (then a super user confirms), or if
 * the request was decided meanwhile. Written by
 * the system and of no office, so that nobody of the office reads the link among the office's own mails.
 */
export const sendContactChange: JobHandler<'send-contact-change'> = (services, { contact_change_id }) =>
  services.asSystem(async (tx) => {
    const token = randomBytes(32).toString('base64url')
    const [change] = await tx<Waiting[]>`
      update contact_changes c set token_hash = ${hashToken(token)}
      from customers o
      where c.contact_change_id = ${contact_change_id} and c.state = 'pending' and c.old_email is not null
        and c.expires_at > now()
        and o.customer_id = c.customer_id
      returning coalesce((select a.name from accounts a where a.account_id = c.account_id), o.business_name) as name,
        c.old_email, c.new_email, c.requested_by_name, c.requested_at`
    if (!change) return
    const { name, old_email, new_email, requested_by_name, requested_at } = change
    const asks =
      new_email === null ? 'togliere questo indirizzo' : `sostituire questo indirizzo con ${new_email}`
    await queueEmail(services, tx, {
      template: 'contact-change',
      to: old_email,
      customer_id: null,
      bill_id: null,
      dedupe_key: `contact-change:${contact_change_id}:${new Date().toISOString()}`,
      values: {
        name,
        what: `${requested_by_name} ha chiesto il ${formatDateTime(requested_at).replace(' ', ' alle ')} di ${asks}.`,
        url: `${services.env.PUBLIC_URL}/#/auth/contatto/${token}`,
      },
    })
  })
