import * as contract from '@saldo/contract/reports/reconciliation'
import type { Row } from 'postgres'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const listReconciliationRuns = serve(contract.listReconciliationRuns, async ({ tx, query }) => {
  const rows = await tx`select * from reconciliation_runs order by run_id desc limit ${query.limit}`
  return rows.map(viewRun)
})

export const getReconciliationRun = serve(contract.getReconciliationRun, async ({ tx, params }) => {
  const [run] = await tx`select * from reconciliation_runs where run_id = ${params.id}`
  if (!run) throw notFound('Il confronto')
  return viewRun(run)
})

export const viewRun = (run: Row): contract.ReconciliationRun => ({
  run_id: run.run_id,
  started_by: run.started_by,
  from_day: run.from_day,
  to_day: run.to_day,
  state: run.state,
  progress: { done: run.done, total: run.total },
  failure: run.failure,
  created_at: run.created_at,
  finished_at: run.finished_at,
})
