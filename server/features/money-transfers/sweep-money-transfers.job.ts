import type { JobHandler } from '../../jobs/jobs.ts'

const batch = 200

/**
 * Asks the provider again about every transfer that is due, less and less often, and ends requests whose days are over. A
 * transfer whose approval committed just before a crash is sent by it.
 */
export const sweepMoneyTransfers: JobHandler<'sweep-money-transfers'> = async (services) => {
  await services.asSystem(async (tx) => {
    await tx`
      update money_transfers set state = 'expired', closed_at = now() where state = 'requested' and expires_at <= now()`
    const due = await tx<{ money_transfer_id: number }[]>`
      update money_transfers
      set checks = checks + 1,
        next_check_at = now() + least(interval '1 minute' * power(2, least(checks, 9)), interval '6 hours')
      where money_transfer_id in (
        select money_transfer_id from money_transfers
        where next_check_at <= now() order by next_check_at limit ${batch} for update skip locked)
      returning money_transfer_id`
    await services.queue.enqueueAll(
      tx,
      'send-money-transfer',
      due.map(({ money_transfer_id }) => ({ money_transfer_id })),
    )
  })
}
