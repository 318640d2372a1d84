import type { Route } from '../../http/serve.ts'
import { cancelDebitRun } from './cancel-run.ts'
import { createDebitRun } from './create-run.ts'
import { presentDebitRun } from './present-run.ts'
import { previewDebitRun } from './preview-run.ts'
import { recordDebitOutcome } from './record-outcome.ts'
import { listRunDebits } from './run-debits-list.ts'
import { getDebitRun } from './run-detail.ts'
import { exportDebitRuns, listDebitRuns, summariseDebitRuns } from './runs-list.ts'

export const debitRunRoutes: Route[] = [
  listDebitRuns,
  summariseDebitRuns,
  exportDebitRuns,
  previewDebitRun,
  createDebitRun,
  getDebitRun,
  listRunDebits,
  presentDebitRun,
  cancelDebitRun,
  recordDebitOutcome,
]
