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

export const payouts = feature({
  tables: {
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
