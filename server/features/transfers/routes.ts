import type { Route } from '../../http/serve.ts'
import { excludeTransfer, explainTransfer, includeTransfer, undoTransfer } from './act-on-movement.ts'
import { confirmTransfer, confirmTransfers } from './confirm-transfer.ts'
import { matchTransfers } from './match-transfers.ts'
import { getTransfer } from './movement-detail.ts'
import { exportTransfers, listTransfers, summariseTransfers } from './movements-list.ts'
import { deletePayerRule, exportPayerRules, listPayerRules, summarisePayerRules } from './payer-rules.ts'
import { searchCandidates } from './search-candidates.ts'
import { exportBankStatements, listBankStatements, summariseBankStatements } from './statements-list.ts'

export const transferRoutes: Route[] = [
  listTransfers,
  summariseTransfers,
  exportTransfers,
  getTransfer,
  searchCandidates,
  matchTransfers,
  confirmTransfer,
  confirmTransfers,
  undoTransfer,
  excludeTransfer,
  includeTransfer,
  explainTransfer,
  listBankStatements,
  summariseBankStatements,
  exportBankStatements,
  listPayerRules,
  summarisePayerRules,
  exportPayerRules,
  deletePayerRule,
]
