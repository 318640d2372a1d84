import { makeEmailToken } from '../../identity/one-time-tokens.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { mayMail } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'

/** Mails the confirmation link to a new address; nothing if the user was removed meanwhile. */
export const sendEmailChange: JobHandler<'send-email-change'> = (services, { user_id, email }) =>
  services.asSystem(async (tx) => {
    const [user] = await tx<{ nominative: string; user_name: string }[]>`
      select nominative, user_name from users where user_id = ${user_id} and state in ('invited', 'active')`
    if (!user || !(await mayMail(services, tx, 'email-change', email))) return
    const token = await makeEmailToken(tx, user_id, email)
    await queueEmail(services, tx, {
      template: 'email-change',
      to: email,
      customer_id: null,
      bill_id: null,
      dedupe_key: `email-change:${user_id}:${new Date().toISOString()}`,
      values: { ...user, url: `${services.env.PUBLIC_URL}/#/auth/email/${token}` },
    })
  })
