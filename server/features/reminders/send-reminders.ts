import * as contract from '@saldo/contract/bills/reminders'
import type { Tx } from '../../db/connection.ts'
import { serve } from '../../http/serve.ts'
import { customerOfSelection } from './due-letters.ts'
import { prepareRun } from './prepare-run.ts'
import { runView } from './reminder-run.ts'

/** Until then a run can be cancelled: time to see that it was a mistake. */
const seconds = 30

/** Prepares the letters of a run; a job sends them after the time in which it can be cancelled. */
export const sendReminders = serve(contract.sendReminders, async ({ tx, services, actor, body }) => {
  const { account_id, bill_ids, paper_bill_ids } = body
  const named = [...(bill_ids ?? []), ...(paper_bill_ids ?? [])]
  const customer_id = await customerOfSelection(tx, { account_id, bill_ids: named })
  const run_id = await insertRun(tx, { customer_id, account_id, created_by: actor.user_id })
  if (bill_ids) await prepareRun(tx, run_id, { bill_ids }, 'email')
  else if (account_id !== undefined) await prepareRun(tx, run_id, { account_id }, 'email')
  if (paper_bill_ids) await prepareRun(tx, run_id, { bill_ids: paper_bill_ids }, 'paper')
  await services.queue.enqueue(tx, 'send-reminders', { run_id }, { after_seconds: seconds })
  return runView(tx, run_id)
})

async function insertRun(
  tx: Tx,
  of: { customer_id: number; account_id: number | undefined; created_by: number | null },
): Promise<number> {
  const [run] = await tx`
    insert into reminder_runs (customer_id, account_id, created_by, state, leaves_at)
    values (${of.customer_id}, ${of.account_id ?? null}, ${of.created_by}, 'waiting',
      now() + make_interval(secs => ${seconds}))
    returning run_id`
  return run?.run_id as number
}
