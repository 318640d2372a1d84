import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import type { Services } from '../../services.ts'

type Invited = {
  /** Null: of the back office, or a resident. */
  customer_id: number | null
  nominative: string
  email: string
  user_name: string
  flag_super_user?: boolean
  is_subuser?: boolean
  all_accounts?: boolean
}

/**
 * Adds somebody who has still to choose a password, and the job that mails them the link to do so. 409 at `user_name`
 * when somebody has that name.
 * @returns their user_id
 */
export async function inviteUser(services: Services, tx: Tx, invited: Invited): Promise<number> {
  const { flag_super_user, ...user } = invited
  // An office's users may not even name the column.
  const row = { ...user, state: 'invited', invited_at: new Date().toISOString() }
  const [made] = await conflictIfNotUnique(
    tx`insert into users ${tx(flag_super_user ? { ...row, flag_super_user } : row)} returning user_id`,
    { users_by_name: { user_name: 'Questo nome utente è già di qualcuno: scegline un altro.' } },
  )
  const user_id = made?.user_id as number
  await services.queue.enqueue(tx, 'send-invitation', { user_id })
  return user_id
}
