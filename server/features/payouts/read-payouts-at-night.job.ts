import type { JobHandler } from '../../jobs/jobs.ts'

/** Enqueues a reading of payouts for each provider account. */
export const readPayoutsAtNight: JobHandler<'read-payouts-at-night'> = (services) =>
  services.asSystem((tx) =>
    services.queue.enqueueAll(
      tx,
      'read-payouts',
      services.providers.configured.map((provider_account) => ({ provider_account })),
    ),
  )
