import type { JobHandler } from '../../jobs/jobs.ts'

/** Starts a run for every condominium with automatic reminders, at most once a night. */
export const remindAtNight: JobHandler<'remind-at-night'> = (services) =>
  services.asSystem(async (tx) => {
    const runs = await tx<{ run_id: number }[]>`
      insert into reminder_runs (customer_id, account_id, night, state)
      select a.customer_id, a.account_id, today(), 'waiting'
      from accounts a
      join customers c on c.customer_id = a.customer_id and c.state = '1'
      left join reminder_sequences own on own.customer_id = a.customer_id and own.account_id = a.account_id
      left join reminder_sequences office on office.customer_id = a.customer_id and office.account_id is null
      where coalesce(own.automatic, office.automatic)
      on conflict do nothing
      returning run_id`
    await services.queue.enqueueAll(
      tx,
      'send-reminders',
      runs.map(({ run_id }) => ({ run_id })),
    )
  })
