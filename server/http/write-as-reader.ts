import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'

/**
 * Writes that somebody has read something (`work`), in the transaction that reads it. A super user who only looks at a
 * customer has a transaction that writes nothing (decision 27): then the system writes, in their name.
 */
export async function writeAsReader<Result>(
  services: Services,
  tx: Tx,
  work: (writer: Tx) => Promise<Result>,
): Promise<Result> {
  const [row] = await tx<{ only_reads: boolean; user_id: number | null }[]>`
    select current_setting('transaction_read_only') = 'on' as only_reads, actor_user_id() as user_id`
  if (!row?.only_reads) return work(tx)
  return services.asSystem(async (system) => {
    await system`select set_config('saldo.user_id', ${String(row.user_id ?? '')}, true)`
    return work(system)
  })
}
