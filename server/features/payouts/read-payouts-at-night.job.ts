import type { JobHandler } from '../../jobs/jobs.ts'

/** Every provider account's payouts, each in a job of its own. */
export const readPayoutsAtNight: JobHandler<'read-payouts-at-night'> = (services) =>
  services.asSystem((tx) =>
    services.queue.enqueueAll(
      tx,
      'read-payouts',
      services.providers.configured.map((provider_account) => ({ provider_account })),
    ),
  )
