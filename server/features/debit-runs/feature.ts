import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { announceRun } from './announce-run.job.ts'
import { readDebitOrder } from './read-debit-order.ts'
import { readDebitOutcome } from './read-debit-outcome.ts'
import { debitRunRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'announce-run': { run_id: number }
  }
}

export const debitRuns = feature({
  tables: {
    debit_returns: moneySections,
    debit_runs: moneySections,
  },
  routes: debitRunRoutes,
  jobs: {
    'announce-run': { run: announceRun, retries: 5, seconds: 900, once_per: 'run_id' },
  },
  on: {
    flow_read: async (services, tx, { flow, file }) => {
      if (file.kind === 'debit_order') await readDebitOrder(services, tx, flow, file)
      if (file.kind === 'debit_outcome') await readDebitOutcome(services, tx, flow, file)
    },
  },
})
