import type { Route } from '../../http/serve.ts'
import {
  exportBalanceMovements,
  listBalanceMovements,
  summariseBalanceMovements,
} from './balance-movements-list.ts'
import {
  exportMovableBalances,
  listMovableBalances,
  readMovableBalance,
  summariseMovableBalances,
} from './balances-list.ts'
import { cancelMoneyTransfer } from './cancel-money-transfer.ts'
import { approveMoneyTransfer, refuseMoneyTransfer, withdrawMoneyTransfer } from './decide-money-transfer.ts'
import { getMoneyTransferLimits, setMoneyTransferLimits } from './limits.ts'
import { getMoneyTransfer } from './money-transfer-detail.ts'
import { exportMoneyTransfers, listMoneyTransfers, summariseMoneyTransfers } from './money-transfers-list.ts'
import { requestMoneyTransfer } from './request-money-transfer.ts'
import { getMoneyTransferFile, handOverMoneyTransfer, recordMoneyTransferOutcome } from './transfer-file.ts'

export const moneyTransferRoutes: Route[] = [
  listMoneyTransfers,
  summariseMoneyTransfers,
  exportMoneyTransfers,
  listMovableBalances,
  summariseMovableBalances,
  exportMovableBalances,
  readMovableBalance,
  listBalanceMovements,
  summariseBalanceMovements,
  exportBalanceMovements,
  getMoneyTransferLimits,
  setMoneyTransferLimits,
  getMoneyTransfer,
  requestMoneyTransfer,
  approveMoneyTransfer,
  refuseMoneyTransfer,
  withdrawMoneyTransfer,
  cancelMoneyTransfer,
  getMoneyTransferFile,
  handOverMoneyTransfer,
  recordMoneyTransferOutcome,
]
