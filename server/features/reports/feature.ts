import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { foldFigures } from './fold-figures.job.ts'
import { reportRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'fold-figures': Record<string, never>
  }
}

export const reports = feature({
  tables: {
    monthly_figures: moneySections,
  },
  routes: reportRoutes,
  jobs: {
    'fold-figures': { run: foldFigures, retries: 2, seconds: 600, cron: '40 1 * * *' },
  },
})
