import { connectedFields } from '../../../provider/connected-money.ts'
import type { AttemptToAsk } from './attempts.sql.ts'

/** The fields to expand on an attempt's intent so that all its money can be booked: fee and transfer. */
export const chargeExpanded = ({ request }: AttemptToAsk): string[] => [
  'latest_charge.balance_transaction',
  ...(request.transfer_data ? connectedFields('latest_charge.') : []),
]
