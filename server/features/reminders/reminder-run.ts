import * as contract from '@saldo/contract/bills/reminders'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { asList } from './due-letters.ts'

export const getReminderRun = serve(contract.getReminderRun, ({ tx, params }) => runView(tx, params.id))

/** Nothing of a run that waits has left, so cancelling it undoes all of it. */
export const cancelReminders = serve(contract.cancelReminders, async ({ tx, params }) => {
  const run_id = params.id
  const { state } = await runView(tx, run_id)
  const [cancelled] = await tx`
    update reminder_runs set state = 'cancelled', finished_at = now()
    where run_id = ${run_id} and state = 'waiting' returning customer_id`
  if (!cancelled)
    throw state === 'cancelled'
      ? conflict('already_cancelled', 'Questo invio è già stato annullato: non è partito niente.')
      : conflict('already_left', 'Troppo tardi: i solleciti sono già partiti.')
  await tx`
    update reminders set state = 'cancelled'
    where customer_id = ${cancelled.customer_id} and run_id = ${run_id} and state in ('leaving', 'to_deliver')`
  return runView(tx, run_id)
})

export async function runView(tx: Tx, run_id: number): Promise<contract.ReminderRun> {
  const [run] = await tx`
    select r.run_id, r.state, r.leaves_at, r.sent, r.left_out, r.created_at, r.finished_at,
      (select count(*) filter (where l.state = 'leaving')::int from reminders l
        where l.customer_id = r.customer_id and l.run_id = r.run_id) as leaving,
      (select count(*) filter (where l.state = 'to_deliver')::int from reminders l
        where l.customer_id = r.customer_id and l.run_id = r.run_id) as to_deliver
    from reminder_runs r where r.run_id = ${run_id}`
  if (!run) throw notFound('L’invio')
  return { ...(run as Omit<contract.ReminderRun, 'left_out'>), left_out: asList(run.left_out) }
}
