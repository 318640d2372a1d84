import { exportPayoutLines, listPayoutLines, summarisePayoutLines } from './list-payout-lines.ts'
import { exportPayouts, getPayout, listPayouts, readPayoutsNow, summarisePayouts } from './list-payouts.ts'

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
