import { applyReconciliationItem } from './apply-item.ts'
import {
  getReconciliationDay,
  listReconciliation,
  listReconciliationDays,
  summariseReconciliation,
} from './days-list.ts'
import { explainReconciliationItem, reopenReconciliationItem } from './explain-item.ts'
import { exportReconciliation, exportReconciliationItems } from './export-reconciliation.ts'
import { getReconciliationRun, listReconciliationRuns } from './follow-runs.ts'
import { listReconciliationItems, summariseReconciliationItems } from './items-list.ts'
import { postReconciliationItem } from './post-item.ts'
import { getReconciliationState } from './reconciliation-state.ts'
import { startReconciliation } from './start-run.ts'

export const reconciliationRoutes = [
  listReconciliation,
  summariseReconciliation,
  exportReconciliation,
  listReconciliationDays,
  getReconciliationDay,
  getReconciliationState,
  listReconciliationItems,
  summariseReconciliationItems,
  exportReconciliationItems,
  applyReconciliationItem,
  postReconciliationItem,
  explainReconciliationItem,
  reopenReconciliationItem,
  startReconciliation,
  listReconciliationRuns,
  getReconciliationRun,
]
