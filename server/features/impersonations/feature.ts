import { feature } from '../../feature.ts'
import { endExpired } from './end-expired.job.ts'
import { endImpersonation, openImpersonation, startImpersonation } from './impersonations.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'end-expired-impersonations': Record<string, never>
  }
}

export const impersonations = feature({
  // The office reads who worked for it, and why; every user of it does.
  tables: { impersonations: 'office' },
  routes: [openImpersonation, startImpersonation, endImpersonation],
  jobs: {
    'end-expired-impersonations': { run: endExpired, retries: 0, seconds: 60, cron: '* * * * *' },
  },
})
