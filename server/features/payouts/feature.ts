import type { PayoutState } from '@saldo/domain/payments/payout'
import { feature } from '../../feature.ts'
import { readPayoutsJob } from './read-payouts.job.ts'
import { readPayoutsAtNight } from './read-payouts-at-night.job.ts'
import { payoutRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'read-payouts': { provider_account: string }
    'read-payouts-at-night': Record<string, never>
  }
}

declare module '../../events.ts' {
  interface Events {
    /** The state of a payout that Saldo ordered was read, and posted. */
    ordered_payout_read: {
      order_key: string
      provider_object: string
      state: PayoutState
      /** The day of arrival that the provider expects, or of which it knows. */
      arrives_on: string
      failure_code: string | null
    }
  }
}

export const payouts = feature({
  tables: {
    ordered_payouts: 'nobody',
    payout_lines: ['payments'],
    payout_readings: 'nobody',
    payouts: ['payments'],
  },
  routes: payoutRoutes,
  jobs: {
    'read-payouts': {
      run: readPayoutsJob,
      retries: 2,
      seconds: 3600,
      together: 1,
      once_per: 'provider_account',
    },
    // After the daily reconciliation, which finds payments whose answers were lost.
    'read-payouts-at-night': { run: readPayoutsAtNight, retries: 2, seconds: 60, cron: '40 3 * * *' },
  },
})
