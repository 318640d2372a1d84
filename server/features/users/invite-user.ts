import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { requireMailRoom } from '../../mail/mail-limit.ts'
import type { Services } from '../../services.ts'

type Invited = {
  /** Null: a user of the back office, or a resident. */
  customer_id: number | null
  nominative: string
  email: string
  user_name: string
  /** Only the system may insert a super user: no actor has a right to this column. */
  flag_super_user?: true
  is_subuser?: boolean
  all_accounts?: boolean
}

/**
 * Inserts a user without password, and the job that mails the invitation. 409 at `user_name` when the name is taken, 429
 * when the mailbox had too many mails.
 * @returns their user_id
 */
export async function inviteUser(services: Services, tx: Tx, invited: Invited): Promise<number> {
  await requireMailRoom(tx, 'invitation', invited.email)
  const user_id = await insertInvited(tx, invited)
  await services.queue.enqueue(tx, 'send-invitation', { user_id })
  return user_id
}

/** Inserts a user without password; their invitation is the caller's. 409 and result as above. */
export async function insertInvited(tx: Tx, invited: Invited): Promise<number> {
  const { flag_super_user, ...user } = invited
  const row = { ...user, state: 'invited', invited_at: new Date().toISOString() }
  const [made] = await conflictIfNotUnique(
    tx`insert into users ${tx(flag_super_user ? { ...row, flag_super_user } : row)} returning user_id`,
    { users_by_name: { user_name: 'Questo nome utente è già di qualcuno: scegline un altro.' } },
  )
  return made?.user_id as number
}
