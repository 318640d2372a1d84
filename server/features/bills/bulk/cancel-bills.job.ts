import { whyNotCancel } from '@saldo/domain/bills/bill'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'
import type { JobActor, Services } from '../../../services.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { notifyUser } from '../../messages/notify-users.ts'
import type { LockedBill } from '../locked-bill.ts'
import { refusedChanges } from '../may-change.ts'

/** Bills per transaction: a crash loses at most the work on these. */
const batch = 250
/** A job hands over after this time (ms), so a crash is noticed soon. */
const longest = 30_000

/**
 * Cancels the bills of a run in the order of their keys, as the person who asked for it. For each bill that cannot be
 * cancelled it records why. After a crash it continues where it stopped.
 */
export const cancelBillsJob: JobHandler<'cancel-bills'> = async (services, { run_id }) => {
  const who = await services.asSystem(async (tx) => {
    const [run] = await tx<JobActor[]>`
      select customer_id, created_by as user_id, impersonation_id from bill_runs where run_id = ${run_id}`
    return run
  })
  if (!who) return
  const until = performance.now() + longest
  while (await services.asCustomer(who, (tx) => aBatch(services, tx, run_id)))
    if (performance.now() > until)
      return services.asSystem((tx) => services.queue.enqueue(tx, 'cancel-bills', { run_id }))
  // The person has lost the permission: the run ends here.
  await services.asSystem(
    (tx) => tx`
      update bill_runs set state = 'stopped', finished_at = now() where run_id = ${run_id} and state = 'running'`,
  )
}

type Run = { customer_id: number; created_by: number | null; state: string; ids: number[]; left: number }

/** False when nothing is left to do, or the person who started the run may no longer see it. */
async function aBatch(services: Services, tx: Tx, run_id: number): Promise<boolean> {
  const [run] = await tx<Run[]>`
    select customer_id, created_by, state, bill_ids[done + 1 : done + ${batch}::int] as ids,
      cardinality(bill_ids) - done as left
    from bill_runs where run_id = ${run_id} for update`
  if (run?.state !== 'running') return false
  const changed = await cancelSome(services, tx, run_id, run)
  const ended = run.left <= batch
  await tx`
    update bill_runs set done = done + ${run.ids.length}, changed = changed + ${changed},
      state = ${ended ? 'done' : 'running'}, finished_at = ${ended ? tx`now()` : null}
    where run_id = ${run_id}`
  if (ended) await tell(services, tx, run_id)
  return !ended
}

type Held = Pick<LockedBill, 'bill_id' | 'number' | 'phase' | 'settled'>

/** Cancels several bills with a few statements; returns how many. */
async function cancelSome(
  services: Services,
  tx: Tx,
  run_id: number,
  { customer_id, ids }: Run,
): Promise<number> {
  const held = await tx<Held[]>`
    select bill_id, number, phase, settled from bills where bill_id = any(${ids}::bigint[]) order by bill_id for update`
  const found = new Map(held.map((bill) => [bill.bill_id, bill]))
  const planned = await refusedChanges(services, tx, ids, 'cancel')
  const judged = ids.map((bill_id) => {
    const bill = found.get(bill_id)
    const why = bill ? whyNotCancel({ ...bill, planned: planned.has(bill_id) }) : 'Non c’è più.'
    return { bill_id, number: bill?.number ?? null, reason: why }
  })
  const bill_ids = judged.filter(({ reason }) => reason === null).map(({ bill_id }) => bill_id)
  await tx`update bills set status = 'cancelled', updated_at = now() where bill_id = any(${bill_ids}::bigint[])`
  await emit(services, tx, 'bills_cancelled', { bill_ids, reason: 'La bolletta è stata annullata.' })
  await recordBillEvents(
    tx,
    bill_ids.map((bill_id) => ({ bill_id })),
    { customer_id, kind: 'cancelled', text: 'Bolletta annullata', actor: await actorName(tx) },
  )
  const refused = judged.flatMap(({ reason, ...bill }) =>
    reason ? [{ ...bill, reason, customer_id, run_id }] : [],
  )
  if (refused.length > 0) await tx`insert into bill_run_refusals ${tx(refused)}`
  return bill_ids.length
}

/** Notifies the person who started the run: they may have left the page. */
async function tell(services: Services, tx: Tx, run_id: number): Promise<void> {
  const [run] = await tx`
    select created_by, changed, done - changed as refused, done from bill_runs where run_id = ${run_id}`
  if (!run || run.done <= batch) return
  await notifyUser(services, tx, run.created_by, {
    kind: 'bill_run',
    title: 'Bollette annullate',
    body: `${billsInWords(run.changed)}${run.refused > 0 ? `; ${grouped.format(run.refused)} no, con il motivo di ognuna` : ''}.`,
    link: `/bollette/annullamenti/${run_id}`,
  })
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
const billsInWords = (count: number) =>
  count <= 1
    ? `${count === 1 ? 'Una' : 'Nessuna'} bolletta annullata`
    : `${grouped.format(count)} bollette annullate`
