import type { Tx } from '../../db/connection.ts'
import { makeInvitationToken } from '../../identity/one-time-tokens.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { mayMail } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { withdrawMails } from '../../mail/withdraw-mails.ts'
import type { Services } from '../../services.ts'

type Invited = {
  user_id: number
  nominative: string
  user_name: string
  email: string
  business_name: string | null
  is_resident: boolean
}

/** Mails the invitation link; nothing if the user has a password or was removed. */
export const sendInvitation: JobHandler<'send-invitation'> = (services, { user_id }) =>
  services.asSystem(async (tx) => {
    const user = await readInvited(tx, user_id)
    if (user && (await mayMail(services, tx, 'invitation', user.email)))
      await mailTo(services, tx, user, await newInvitation(tx, user_id))
  })

/** A new token instead of the one before, which no mail that still waits brings to anybody. */
export async function newInvitation(tx: Tx, user_id: number): Promise<string> {
  await withdrawMails(tx, 'invitation', keyOf(user_id))
  return makeInvitationToken(tx, user_id)
}

const keyOf = (user_id: number) => `invitation:${user_id}:`

/**
 * Mails this invitation token, which the caller has made and shows elsewhere too. @returns false when the mail limit of
 * the mailbox withheld it.
 */
export async function mailInvitation(
  services: Services,
  tx: Tx,
  user_id: number,
  token: string,
): Promise<boolean> {
  const user = await readInvited(tx, user_id)
  return user ? mailTo(services, tx, user, token) : false
}

/** Where the holder of an invitation token chooses the first password. */
export const invitationUrl = (services: Services, token: string) =>
  `${services.env.PUBLIC_URL}/#/auth/invito/${token}`

async function readInvited(tx: Tx, user_id: number): Promise<Invited | undefined> {
  const [user] = await tx<Invited[]>`
    select u.user_id, u.nominative, u.user_name, u.email, c.business_name,
      u.customer_id is null and not u.flag_super_user as is_resident
    from users u left join customers c on c.customer_id = u.customer_id
    where u.user_id = ${user_id} and u.state = 'invited' and u.email is not null`
  return user
}

const mailTo = (services: Services, tx: Tx, user: Invited, token: string) =>
  queueEmail(services, tx, {
    template: 'invitation',
    to: user.email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `${keyOf(user.user_id)}${new Date().toISOString()}`,
    values: {
      nominative: user.nominative,
      user_name: user.user_name,
      why: invitationReason(user),
      url: invitationUrl(services, token),
    },
  })

const invitationReason = ({ business_name, is_resident }: Invited) => {
  if (is_resident)
    return 'Con Saldo vedi e paghi le bollette del condominio, e tieni le ricevute in un posto solo.'
  return business_name
    ? `${business_name} ti ha aggiunto alle persone del suo studio.`
    : 'Il backoffice ti ha aggiunto alle sue persone.'
}
