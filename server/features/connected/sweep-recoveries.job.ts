import type { JobHandler } from '../../jobs/jobs.ts'
import { pollPending } from '../../jobs/poll-pending.ts'

const batch = 200

/** Polls all open recoveries and returns, and transfers that are not in the ledger yet. */
export const sweepRecoveries: JobHandler<'sweep-recoveries'> = async (services) => {
  await pollPending(services, 'recover-transfer', 'transfer_recoveries', 'recovery_id')
  await services.asSystem(async (tx) => {
    const due = await tx<{ attempt_id: number }[]>`
      select attempt_id from payment_attempts
      where transfer_booked = false and provider_account = any(${services.providers.configured})
      -- Any of them: those the provider has no answer for must not keep the others waiting.
      order by random() limit ${batch}`
    await services.queue.enqueueAll(
      tx,
      'book-transfer',
      due.map(({ attempt_id }) => ({ attempt_id })),
    )
  })
}
