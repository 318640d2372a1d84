import { exportPayoutLines, listPayoutLines, summarisePayoutLines } from './payout-lines-list.ts'
import { exportPayouts, getPayout, listPayouts, readPayoutsNow, summarisePayouts } from './payouts-list.ts'

export const payoutRoutes = [
  listPayouts,
  summarisePayouts,
  exportPayouts,
  listPayoutLines,
  summarisePayoutLines,
  exportPayoutLines,
  getPayout,
  readPayoutsNow,
]
