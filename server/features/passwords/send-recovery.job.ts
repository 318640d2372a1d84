import { makeRecoveryToken } from '../../identity/one-time-tokens.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { mayMail } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'

/** Mails the recovery link; nothing when the user does not exist or has no address. */
export const sendRecovery: JobHandler<'send-recovery'> = (services, { user_name }) =>
  services.asSystem(async (tx) => {
    const [user] = await tx<{ user_id: number; user_name: string; nominative: string; email: string }[]>`
      select user_id, user_name, nominative, email from users
      where lower(user_name) = lower(${user_name}) and email is not null and state in ('invited', 'active')`
    if (!user || !(await mayMail(services, tx, 'password-recovery', user.email))) return
    const token = await makeRecoveryToken(tx, user.user_id)
    if (!token) return
    await queueEmail(services, tx, {
      template: 'password-recovery',
      to: user.email,
      customer_id: null,
      bill_id: null,
      dedupe_key: `password-recovery:${user.user_id}:${new Date().toISOString()}`,
      values: {
        nominative: user.nominative,
        user_name: user.user_name,
        url: `${services.env.PUBLIC_URL}/#/auth/recovery/${token}`,
      },
    })
  })
