import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { alarmMissingRate } from './alarm-missing-rate.job.ts'
import { refuseChangesOfInterestBills } from './interest-bills.ts'
import { lateInterestRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'alarm-missing-rate': Record<string, never>
  }
}

export const lateInterest = feature({
  tables: {
    late_interest_charges: moneySections,
    late_interest_rules: moneySections,
  },
  routes: lateInterestRoutes,
  jobs: {
    'alarm-missing-rate': { run: alarmMissingRate, retries: 3, seconds: 60, cron: '20 5 * * *' },
  },
  on: {
    bills_changing: (_services, tx, event) => refuseChangesOfInterestBills(tx, event),
  },
})
