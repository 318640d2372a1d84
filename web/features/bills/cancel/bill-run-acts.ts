import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import type { Selected } from '../../../ui/grid/list.ts'
import type { Bill } from '../bill-query.ts'
import { type BillRun, latestRunsQuery, runQuery } from './bill-run-query.ts'

/** Starts cancelling a selection, also one over many pages: the server finds the bills itself. */
export async function cancelMany({ which }: Selected<Bill>): Promise<BillRun> {
  const body =
    'ids' in which ? { ids: which.ids.map(Number) } : { ...which, except: which.except.map(Number) }
  const run = await api('POST /v1/bills/cancel', { body })
  queries.setQueryData(runQuery(run.run_id).queryKey, run)
  void queries.invalidateQueries(latestRunsQuery)
  return run
}

/** Stops a run; what is done stays done. */
export async function stopRun(id: number): Promise<void> {
  const run = await api('POST /v1/bills/runs/{id}/stop', { params: { id } })
  queries.setQueryData(runQuery(id).queryKey, run)
}
