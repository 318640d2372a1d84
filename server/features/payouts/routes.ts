import { exportPayoutLines, listPayoutLines, summarisePayoutLines } from './list-payout-lines.ts'
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
