import * as contract from '@saldo/contract/bills/reminders'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { asList, customerOfSelection, type Selection } from './reminder-decisions.ts'

/** Starts a run; each bill is decided when it is its turn. */
export const sendReminders = serve(contract.sendReminders, async ({ tx, services, actor, body }) => {
  const selection = selectionOf(body)
  const customer_id = await customerOfSelection(tx, selection)
  const [run] = await tx`
    insert into reminder_runs (customer_id, account_id, bill_ids, created_by)
    values (${customer_id}, ${selection.account_id}, ${selection.bill_ids && [...selection.bill_ids]}::bigint[],
      ${actor.user_id})
    returning run_id`
  const run_id = run?.run_id as number
  await services.queue.enqueue(tx, 'send-reminders', { run_id })
  return runView(tx, run_id)
})

export const getReminderRun = serve(contract.getReminderRun, ({ tx, params }) => runView(tx, params.id))

async function runView(tx: Tx, run_id: number): Promise<contract.ReminderRun> {
  const [run] = await tx`
    select run_id, state, sent, left_out, created_at, finished_at from reminder_runs where run_id = ${run_id}`
  if (!run) throw notFound('L’invio')
  return { ...(run as Omit<contract.ReminderRun, 'left_out'>), left_out: asList(run.left_out) }
}

/** Named bills take precedence over a condominium. */
export const selectionOf = (body: {
  account_id?: number | undefined
  bill_ids?: number[] | undefined
}): Selection => ({ account_id: body.account_id ?? null, bill_ids: body.bill_ids ?? null })
