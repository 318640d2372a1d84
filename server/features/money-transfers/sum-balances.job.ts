import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'

/** PostgreSQL's error code for a lock that we did not get within `lock_timeout`. */
const lockTimedOut = '55P03'

/**
 * Adds to each condominium's stored sums the movements up to the entry that the run before took note of, and takes note of
 * the newest one. So a balance needs only the movements of the last hours, however long the ledger is. While an import writes
 * for a long time it does nothing: the next run sums more.
 */
export const sumBalances: JobHandler<'sum-balances'> = async (services) => {
  try {
    await sum(services)
  } catch (error) {
    if ((error as { code?: string }).code !== lockTimedOut) throw error
  }
}

const sum = (services: Services) =>
  services.asSystem(async (tx) => {
    const [due] = await tx<{ summed_up_to: number; next_up_to: number }[]>`
      select summed_up_to, next_up_to from balance_sums_until
      where next_taken_at <= now() - interval '45 minutes' for update`
    if (!due) return
    await tx`
      insert into balance_sums as z (customer_id, account_id, platform, connected)
      select m.customer_id, m.account_id, sum(m.amount - m.connected), sum(m.connected)
      from balance_movements m where m.entry_id > ${due.summed_up_to} and m.entry_id <= ${due.next_up_to}
      group by m.customer_id, m.account_id
      on conflict (account_id) do update
      set platform = z.platform + excluded.platform, connected = z.connected + excluded.connected`
    // Last, because it holds off those who write to the ledger until the transaction ends. It gives up rather than keep them.
    await tx`set local lock_timeout = '500ms'`
    await tx`
      update balance_sums_until set summed_up_to = next_up_to, next_up_to = settle_entries(), next_taken_at = now()`
  })
