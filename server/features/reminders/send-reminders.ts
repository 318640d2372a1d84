import * as contract from '@saldo/contract/bills/reminders'
import type { Tx } from '../../db/connection.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { customerOfSelection } from './due-letters.ts'
import { prepareRun } from './prepare-run.ts'
import { runView } from './reminder-run.ts'

/** Until then a run can be cancelled: time to see that it was a mistake. */
const seconds = 30

/**
 * Prepares the letters of a run; a job sends them after the time in which it can be cancelled. The same form sent again,
 * also at the same moment, gets the same run.
 */
export const sendReminders = serve(contract.sendReminders, async ({ tx, services, actor, body, request }) => {
  const { account_id, bill_ids, paper_bill_ids } = body
  const named = [...(bill_ids ?? []), ...(paper_bill_ids ?? [])]
  const customer_id = await customerOfSelection(tx, { account_id, bill_ids: named })
  const key = requestKey(request, body)
  const before = await runOfForm(tx, customer_id, key)
  if (before !== null) return runView(tx, before)
  const run_id = await insertRun(tx, { customer_id, account_id, created_by: actor.user_id, ...key })
  if (bill_ids) await prepareRun(tx, run_id, { bill_ids }, 'email')
  else if (account_id !== undefined) await prepareRun(tx, run_id, { account_id }, 'email')
  if (paper_bill_ids) await prepareRun(tx, run_id, { bill_ids: paper_bill_ids }, 'paper')
  await services.queue.enqueue(tx, 'send-reminders', { run_id }, { after_seconds: seconds })
  return runView(tx, run_id)
})

/** The run that an earlier request with this key began; 409 if that asked for other letters. */
async function runOfForm(tx: Tx, customer_id: number, key: RequestKey): Promise<number | null> {
  if (key.idempotency_key === null) return null
  await tx`select pg_advisory_xact_lock(hashtextextended('reminders:' || ${customer_id}, 0))`
  const [run] = await tx<{ run_id: number; request_hash: string | null }[]>`
    select run_id, request_hash from reminder_runs
    where customer_id = ${customer_id} and idempotency_key = ${key.idempotency_key}`
  if (!run) return null
  requireSameRequest(run.request_hash, key, 'sono già stati preparati altri solleciti')
  return run.run_id
}

async function insertRun(
  tx: Tx,
  of: RequestKey & { customer_id: number; account_id: number | undefined; created_by: number | null },
): Promise<number> {
  const [run] = await tx`
    insert into reminder_runs (customer_id, account_id, created_by, idempotency_key, request_hash, state, leaves_at)
    values (${of.customer_id}, ${of.account_id ?? null}, ${of.created_by}, ${of.idempotency_key}, ${of.request_hash}, 'waiting',
      now() + make_interval(secs => ${seconds}))
    returning run_id`
  return run?.run_id as number
}
