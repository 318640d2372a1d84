import { connectedFields } from '../../../provider/connected-money.ts'
import type { AttemptToAsk } from './attempts.sql.ts'

/** With what an attempt's intent is asked for, so that all its money can be booked: the fee, and what was passed on. */
export const chargeExpanded = ({ request }: AttemptToAsk): string[] => [
  'latest_charge.balance_transaction',
  ...(request.transfer_data ? connectedFields('latest_charge.') : []),
]
