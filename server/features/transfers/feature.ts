import { feature } from '../../feature.ts'
import { afterReversal } from './after-reversal.ts'
import { importStatements } from './import-statements.ts'
import { rematchAtNight, rematchMovements } from './rematch-movements.job.ts'
import { transferRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'rematch-movements': { customer_id: number; account_id: number }
    'rematch-at-night': Record<string, never>
  }
}

export const transfers = feature({
  tables: {
    bank_movements: ['payments'],
    bank_statements: ['payments'],
    movement_events: ['payments'],
    movement_matches: ['payments'],
    movement_payments: ['payments'],
    payer_rules: ['payments'],
  },
  routes: transferRoutes,
  jobs: {
    'rematch-movements': {
      run: rematchMovements,
      retries: 2,
      seconds: 900,
      together: 1,
      once_per: 'account_id',
    },
    'rematch-at-night': { run: rematchAtNight, retries: 2, seconds: 60, cron: '20 2 * * *' },
  },
  on: {
    flow_read: importStatements,
    collection_reversed: afterReversal,
  },
})
