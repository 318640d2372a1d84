import { makeInvitationToken } from '../../identity/one-time-tokens.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'

type Invited = {
  nominative: string
  user_name: string
  email: string
  business_name: string | null
  is_resident: boolean
}

/** Mails the invitation link; nothing if the user has a password or was removed. */
export const sendInvitation: JobHandler<'send-invitation'> = (services, { user_id }) =>
  services.asSystem(async (tx) => {
    const [user] = await tx<Invited[]>`
      select u.nominative, u.user_name, u.email, c.business_name,
        u.customer_id is null and not u.flag_super_user as is_resident
      from users u left join customers c on c.customer_id = u.customer_id
      where u.user_id = ${user_id} and u.state = 'invited' and u.email is not null`
    if (!user) return
    const token = await makeInvitationToken(tx, user_id)
    await queueEmail(services, tx, {
      template: 'invitation',
      to: user.email,
      customer_id: null,
      bill_id: null,
      dedupe_key: `invitation:${user_id}:${new Date().toISOString()}`,
      values: {
        nominative: user.nominative,
        user_name: user.user_name,
        why: invitationReason(user),
        url: `${services.env.PUBLIC_URL}/#/auth/invito/${token}`,
      },
    })
  })

const invitationReason = ({ business_name, is_resident }: Invited) => {
  if (is_resident)
    return 'Con Saldo vedi e paghi le bollette del condominio, e tieni le ricevute in un posto solo.'
  return business_name
    ? `${business_name} ti ha aggiunto alle persone del suo studio.`
    : 'Il backoffice ti ha aggiunto alle sue persone.'
}
