import { feature } from '../../feature.ts'
import { applyPayout, applyPayoutEvent } from './apply-payout.ts'
import { readPending } from './read-pending.job.ts'
import { moneyTransferRoutes } from './routes.ts'
import { sendMoneyTransfer } from './send-money-transfer.job.ts'
import { sumBalances } from './sum-balances.job.ts'
import { sweepMoneyTransfers } from './sweep-money-transfers.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'read-pending': Record<string, never>
    'send-money-transfer': { money_transfer_id: number }
    'sum-balances': Record<string, never>
    'sweep-money-transfers': Record<string, never>
  }
}

export const moneyTransfers = feature({
  tables: {
    balance_sums: 'nobody',
    balance_sums_until: 'nobody',
    money_transfer_approvals: ['payments'],
    money_transfer_file_takings: ['payments'],
    money_transfer_limits: 'nobody',
    money_transfer_transitions: 'everybody',
    money_transfers: ['payments'],
    provider_balances: 'nobody',
    provider_pending: 'nobody',
  },
  routes: moneyTransferRoutes,
  jobs: {
    // The next run reads again; what one reading says holds for 30 minutes.
    'read-pending': { run: readPending, retries: 0, seconds: 900, cron: '*/5 * * * *' },
    // After that, the sweep asks.
    'send-money-transfer': {
      run: sendMoneyTransfer,
      retries: 0,
      seconds: 120,
      once_per: 'money_transfer_id',
    },
    // No retry: if a run fails, the run of the next hour sums those movements too.
    'sum-balances': { run: sumBalances, retries: 0, seconds: 300, cron: '12 * * * *' },
    'sweep-money-transfers': { run: sweepMoneyTransfers, retries: 0, seconds: 60, cron: '* * * * *' },
  },
  on: { ordered_payout_read: applyPayout },
  provider_events: { 'payout.': applyPayoutEvent },
})
