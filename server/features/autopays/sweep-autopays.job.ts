import { addDays, type Day, today } from '@saldo/domain/dates'
import { autopayPlansDaysAhead } from '@saldo/domain/payments/autopay'
import { leastOnline } from '@saldo/domain/payments/partial-payment'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'

const atMost = 1000

export const sweepAutopays: JobHandler<'sweep-autopays'> = (services) => sweepAutopaysOn(services, today())

/**
 * Enqueues a job for each autopay that resumes today, or covers an instalment that has no debit and is not too far,
 * or whose end its payer does not know yet.
 */
export const sweepAutopaysOn = (services: Services, day: Day): Promise<void> =>
  services.asSystem(async (tx) => {
    const due = await tx<{ autopay_id: number }[]>`
      select p.autopay_id from autopays p
      where (p.state = 'paused' and p.paused_until <= ${day})
        or (p.ended_because is not null and p.end_told_at is null)
        or (p.state = 'active' and exists (
          select from bills b
          join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
          where b.customer_id = p.customer_id and b.account_id = p.account_id and b.subject_id = p.subject_id
            and b.status = 'issued' and i.due_date between p.starts_on and ${addDays(day, autopayPlansDaysAhead)}
            and i.amount - i.settled - i.pending >= ${leastOnline}
            and (p.cap is null or i.amount - i.settled - i.pending <= p.cap or not exists (
              select from emails e
              where e.dedupe_key = 'autopay-over-cap:' || p.autopay_id || ':' || i.instalment_id || ':' || p.cap))
            and not exists (
              select from debits o
              where o.customer_id = b.customer_id and o.bill_id = b.bill_id and i.instalment_id = any (o.instalment_ids)
                and not o.plan_again)))
      order by p.autopay_id limit ${atMost}`
    await services.queue.enqueueAll(
      tx,
      'move-autopay',
      due.map(({ autopay_id }) => ({ autopay_id })),
    )
  })
