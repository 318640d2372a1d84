import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { remindOf } from './remind-of.ts'
import { countReasons, reminderDecisions, type Selection } from './reminder-decisions.ts'

/** Bills per transaction: a crash loses at most the work on these, and no reminder is sent twice. */
const batch = 50

/**
 * Examines a run's bills in the order of their keys and sends what is due, as the person who started it (at night: the
 * customer). After a crash it continues where it stopped.
 */
export const sendReminders: JobHandler<'send-reminders'> = async (services, { run_id }) => {
  const who = await services.asSystem(async (tx) => {
    const [run] = await tx`select customer_id, created_by from reminder_runs where run_id = ${run_id}`
    return run && { customer_id: run.customer_id as number, user_id: run.created_by as number | null }
  })
  if (!who) return
  while (await services.asCustomer(who, (tx) => aBatch(services, tx, run_id)));
}

type Run = Selection & {
  customer_id: number
  state: string
  done_through: number
  left_out: Record<string, number>
}

/** False when the run is finished, or the person who started it may no longer see it. */
async function aBatch(services: Services, tx: Tx, run_id: number): Promise<boolean> {
  const [run] = await tx<Run[]>`
    select customer_id, account_id, bill_ids, state, done_through, left_out from reminder_runs
    where run_id = ${run_id} for update`
  if (run?.state !== 'running') return false
  const bills = await reminderDecisions(tx, run.customer_id, run, { after: run.done_through, limit: batch })
  const last = bills.at(-1)
  if (!last) return finish(tx, run_id)
  const actor = await actorName(tx)
  let sent = 0
  for (const bill of bills) if (await remindOf(services, tx, run_id, bill, actor)) sent += 1
  const left_out = added(run.left_out, countReasons(bills))
  await tx`
    update reminder_runs set done_through = ${last.bill_id}, sent = sent + ${sent}, left_out = ${tx.json(left_out)}
    where run_id = ${run_id}`
  return true
}

/** One line of the audit log describes the run; the reminders table lists each reminder. */
async function finish(tx: Tx, run_id: number): Promise<false> {
  await tx`
    with done as (
      update reminder_runs set state = 'done', finished_at = now() where run_id = ${run_id}
      returning customer_id, account_id, run_id, sent)
    select audit(customer_id, account_id, 'reminders', run_id, null, 'sent', null, jsonb_build_object('sent', sent))
    from done where sent > 0`
  return false
}

const added = (one: Record<string, number>, other: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((reason) => [
      reason,
      (one[reason] ?? 0) + (other[reason] ?? 0),
    ]),
  )
