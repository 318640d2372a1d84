import * as contract from '@saldo/contract/bills/bill-runs'
import { serve } from '../../../http/serve.ts'
import { runView } from './bill-runs.ts'
import { selectedBills } from './selected-bills.ts'

/** Starts a run; whether a bill can be cancelled is checked when it is its turn. */
export const cancelBills = serve(contract.cancelBills, async ({ tx, services, actor, body }) => {
  const { customer_id, bill_ids } = await selectedBills(tx, body)
  const [run] = await tx`
    insert into bill_runs (customer_id, act, bill_ids, created_by)
    values (${customer_id}, 'cancel', ${bill_ids}::bigint[], ${actor.user_id})
    returning run_id`
  const run_id = run?.run_id as number
  await services.queue.enqueue(tx, 'cancel-bills', { run_id })
  return runView(tx, run_id)
})
