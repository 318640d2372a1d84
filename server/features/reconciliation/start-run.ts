import * as contract from '@saldo/contract/reports/reconciliation'
import { addDays, today } from '@saldo/domain/dates'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { viewRun } from './follow-runs.ts'

/** At most so many days per run, because each needs at least one provider call. */
const daysAtMost = 400

/** Records a run and starts it. While a run for this customer is in progress, returns that one. */
export const startReconciliation = serve(
  contract.startReconciliation,
  async ({ services, tx, actor, body }) => {
    const to_day = body.to ?? today()
    const from_day = body.from ?? (body.to ? to_day : addDays(to_day, -1))
    if (to_day > today()) throw badInput({ to: 'Questo giorno non è ancora finito: scegli fino a oggi.' })
    if (from_day > to_day) throw badInput({ from: 'Il primo giorno viene dopo l’ultimo.' })
    if (addDays(from_day, daysAtMost) < to_day)
      throw badInput({ from: `Al massimo ${daysAtMost} giorni alla volta.` })
    const under_way = await findUnderWay(tx, actor.customer_id)
    if (under_way) return viewRun(under_way)
    const who = { customer_id: actor.customer_id, created_by: actor.user_id }
    const run = await enqueueRun(services, tx, { ...who, started_by: 'person', from_day, to_day })
    // Another request at the same moment was first.
    return viewRun(run ?? ((await findUnderWay(tx, actor.customer_id)) as Row))
  },
)

async function findUnderWay(tx: Tx, customer_id: number | null): Promise<Row | undefined> {
  const [run] = await tx`
    select * from reconciliation_runs
    where customer_id is not distinct from ${customer_id} and started_by = 'person' and state in ('queued', 'running')`
  return run
}

type Run = {
  customer_id: number | null
  created_by: number | null
  started_by: 'night' | 'person' | 'start'
  from_day: string
  to_day: string
}

/** Records a run with its job, in one transaction. Undefined when a person's run is in progress. */
export async function enqueueRun(services: Services, tx: Tx, run: Run): Promise<Row | undefined> {
  const [made] = await tx`
    insert into reconciliation_runs ${tx(run)} on conflict do nothing returning *`
  if (made) await services.queue.enqueue(tx, 'run-reconciliation', { run_id: made.run_id })
  return made
}
