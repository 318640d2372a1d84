import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'

/** The user leaves: their ZIPs are deleted now, by a job; one that is being written is given up. Call it only as the system. */
export async function endDataExportsOf(services: Services, tx: Tx, user_id: number): Promise<void> {
  await tx`
    update data_exports
    set expires_at = now(), state = case state when 'writing' then 'failed' else state end,
      finished_at = coalesce(finished_at, now())
    where user_id = ${user_id} and stored_as is not null`
  await services.queue.enqueue(tx, 'expire-data-exports', {})
}
