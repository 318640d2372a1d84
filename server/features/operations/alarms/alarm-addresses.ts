import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'

/** Who gets the mails of alarms: the setting `ALARM_EMAIL`, else every active super user with an address. */
export async function alarmAddresses({ env }: Services, tx: Tx): Promise<string[]> {
  if (env.ALARM_EMAIL) return env.ALARM_EMAIL
  const users = await tx<{ email: string }[]>`
    select distinct lower(email) as email from users
    where flag_super_user and email is not null and state = 'active' order by 1`
  return users.map(({ email }) => email)
}
