import { feature } from '../../feature.ts'
import { reconcileAtNight } from './reconcile-at-night.job.ts'
import { reconciliationRoutes } from './routes.ts'
import { runReconciliation } from './run-reconciliation.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'run-reconciliation': { run_id: number }
    'reconcile-at-night': Record<string, never>
  }
}

export const reconciliation = feature({
  tables: {
    provider_movements: ['payments'],
    reconciled_days: ['payments'],
    reconciliation_days: ['payments'],
    reconciliation_items: ['payments'],
    reconciliation_runs: ['payments'],
  },
  routes: reconciliationRoutes,
  jobs: {
    'run-reconciliation': { run: runReconciliation, retries: 2, seconds: 3600 },
    'reconcile-at-night': { run: reconcileAtNight, retries: 2, seconds: 60, cron: '10 3 * * *' },
  },
})
