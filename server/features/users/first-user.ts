import { Email } from '@saldo/contract/fields'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { insertInvited } from './invite-user.ts'
import { invitationUrl, mailInvitation, newInvitation } from './send-invitation.job.ts'
import { tellBackOffice } from './tell-full-users.ts'
import { noteInvitedAgain } from './user-state.ts'

/** Thrown when no user is made. The message says why, and what to do instead. */
export class FirstUserRefused extends Error {}

/** An arbitrary advisory lock number: two first users at once would both be the first. */
const MAKING = 7203

/** Whether the link is mailed. `withheld`: it is not, because the mailbox had too many mails (mail-limit.ts). */
export type FirstUserMail = 'queued' | 'withheld' | 'no mail server'

/**
 * Makes a super user without password, whose user name is the e-mail address, and the link by which they choose one: for
 * 72 hours, once. Asked again before they did, it gives a new link instead of the first. The link is also mailed where there is
 * a mail server. @throws FirstUserRefused when somebody has the name, or another super user exists and not `another`.
 */
export async function makeFirstUser(
  services: Services,
  { email, another }: { email: string; another: boolean },
): Promise<{ url: string; mail: FirstUserMail }> {
  const parsed = Email.safeParse(email)
  if (!parsed.success) throw new FirstUserRefused(`“${email}” is no e-mail address.`)
  return services.asSystem(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MAKING})`
    const user_id = await invite(services, tx, parsed.data, another)
    const token = await newInvitation(tx, user_id)
    return { url: invitationUrl(services, token), mail: await mailLink(services, tx, user_id, token) }
  })
}

async function mailLink(services: Services, tx: Tx, user_id: number, token: string): Promise<FirstUserMail> {
  if (!services.env.SMTP_URL) return 'no mail server'
  return (await mailInvitation(services, tx, user_id, token)) ? 'queued' : 'withheld'
}

type Known = { user_id: number; state: string; flag_super_user: boolean }

async function invite(services: Services, tx: Tx, email: string, another: boolean): Promise<number> {
  const [known] = await tx<Known[]>`
    select user_id, state, flag_super_user from users
    where lower(user_name) = lower(${email}) and state <> 'removed'`
  if (known?.flag_super_user && known.state === 'invited') {
    await noteInvitedAgain(tx, known.user_id)
    return known.user_id
  }
  if (known)
    throw new FirstUserRefused(
      `${email} is the user name of somebody already. If they have lost their second step, make another user with another ` +
        `address (an alias is enough), who removes and invites the first: npm run first-user -- ${aliasOf(email)} --another`,
    )
  const others = await tx`select from users where flag_super_user and state <> 'removed' limit 1`
  if (others.length > 0 && !another)
    throw new FirstUserRefused(
      `The back office has a user already, who invites the next ones. To make another one here: npm run first-user -- ${email} --another`,
    )
  const [name = email] = email.split('@')
  await tellBackOffice(services, tx, { nominative: name, email })
  return insertInvited(tx, {
    customer_id: null,
    nominative: name,
    email,
    user_name: email,
    flag_super_user: true,
  })
}

const aliasOf = (email: string) => email.replace(/(\+[^@]*)?@/, '+2@')
