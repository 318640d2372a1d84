import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'

/** A free user name: the address, or the address with a number if an office's user has it. Call it only as the system. */
export async function freeName(tx: Tx, email: string): Promise<string> {
  const [free] = await tx<{ name: string }[]>`
    select c.name from (
      select case when n = 1 then ${email}::text else ${email}::text || '.' || n end as name, n
      from generate_series(1, 99) n) c
    where not exists (select from users u where lower(u.user_name) = lower(c.name) and u.state <> 'removed')
    order by c.n limit 1`
  if (!free) throw conflict('name_taken', 'Con questo indirizzo ci sono già troppi accessi.')
  return free.name
}
