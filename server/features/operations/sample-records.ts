import { randomUUID } from 'node:crypto'
import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'failed_job' | 'stuck_attempt' | 'provider_event'> = async (
  tx,
  { customer_id, bill_id, mark },
) => {
  const [job] = await tx`
    insert into failed_jobs (job_id, name, data, tries, created_at, failed_at)
    values (${randomUUID()}, 'send-invitation', '{"user_id": 0}', 3, now(), now())
    returning failed_job_id`
  const [attempt] = await tx`
    select min(attempt_id) as attempt_id from payment_attempts where customer_id = ${customer_id}`
  const [event] = await tx`
    insert into provider_events (provider_account, event_id, type, object_id, created_at)
    values ('stripe', ${`evt_${mark}_${bill_id}`}, 'charge.updated', ${`ch_${mark}_${bill_id}`}, now())
    returning event_no`
  return {
    failed_job: job?.failed_job_id as number,
    stuck_attempt: attempt?.attempt_id as number,
    provider_event: event?.event_no as number,
  }
}
