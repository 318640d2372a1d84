import type { JobHandler } from '../../jobs/worker.ts'

const atMost = 500

/** Asks again about every refund that is due for a look: after seconds at first, then ever more seldom, up to six hours. */
export const sweepRefunds: JobHandler<'sweep-refunds'> = (services) =>
  services.asSystem(async (tx) => {
    const due = await tx`
      update refunds r
      set checks = r.checks + 1,
          next_check_at = now() + least(interval '20 seconds' * power(2, least(r.checks, 12)), interval '6 hours')
      where r.refund_id in (
        select refund_id from refunds
        where next_check_at <= now() order by next_check_at limit ${atMost} for update skip locked)
      returning r.refund_id`
    for (const { refund_id } of due) await services.queue.enqueue(tx, 'settle-refund', { refund_id })
  })
