import type { Tx } from '../../db/connection.ts'
import { makeEmailToken } from '../../identity/one-time-tokens.ts'
import { mayMail, requireMailRoom } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'

/** The address that a request asks for, if it is another than the user's. 429 when its mailbox had too many mails. */
export async function newEmail(
  tx: Tx,
  before: string | null,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined || asked.toLowerCase() === before?.toLowerCase()) return null
  await requireMailRoom(tx, 'email-change', asked)
  return asked
}

/**
 * Mails the link that confirms a new address; until then the old one is used. Nothing if the user was removed meanwhile. The
 * system does it at once, and no job: actors add jobs, so a statement smuggled into a request could have the link for any
 * user mailed to anybody.
 * @param by who asks for it: another than the user is from then on one hand with them (trigger `note_login_hand`)
 */
export async function mailEmailChange(
  services: Services,
  user_id: number,
  email: string | null,
  by: number | null,
): Promise<{ waiting_email: string | null }> {
  if (email !== null)
    await services.asSystem(async (tx) => {
      await tx`select set_config('saldo.user_id', ${String(by ?? '')}, true)`
      await mailLink(services, tx, user_id, email)
    })
  return { waiting_email: email }
}

async function mailLink(services: Services, tx: Tx, user_id: number, email: string): Promise<void> {
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
}
