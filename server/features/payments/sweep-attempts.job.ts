import type { JobHandler } from '../../jobs/worker.ts'

const atMost = 500

/** Asks again about every attempt that is due for a look: after seconds at first, then ever more seldom, up to six hours. */
export const sweepAttempts: JobHandler<'sweep-attempts'> = (services) =>
  services.asSystem(async (tx) => {
    const due = await tx`
      update payment_attempts t
      set checks = t.checks + 1,
          next_check_at = now() + least(interval '20 seconds' * power(2, least(t.checks, 12)), interval '6 hours')
      where t.attempt_id in (
        select attempt_id from payment_attempts
        where next_check_at <= now() order by next_check_at limit ${atMost} for update skip locked)
      returning t.attempt_id`
    for (const { attempt_id } of due) await services.queue.enqueue(tx, 'settle-attempt', { attempt_id })
  })
