import { feature } from '../../feature.ts'
import { receiptRoutes } from './routes.ts'
import { type AskedReceipts, giveUpReceipts, writeReceipts } from './write-receipts.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    /** `user_id`: who asked for the file; null for an access of the office's own programs. */
    'write-receipts': { flow_id: number; user_id: number | null; asked: AskedReceipts }
    'give-up-receipts': { flow_id: number; user_id: number | null; asked: AskedReceipts }
  }
}

export const receipts = feature({
  tables: {
    receipt_layouts: ['payments'],
  },
  routes: receiptRoutes,
  jobs: {
    'write-receipts': {
      run: writeReceipts,
      retries: 2,
      seconds: 3600,
      together: 1,
      otherwise: 'give-up-receipts',
    },
    'give-up-receipts': { run: giveUpReceipts, retries: 12, seconds: 60 },
  },
})
