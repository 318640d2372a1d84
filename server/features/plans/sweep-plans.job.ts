import { today } from '@saldo/domain/dates'
import { hasLapsed } from '@saldo/domain/instalment-plan'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../bills/bill-event.ts'
import { endUnpaid } from './end-plan.ts'

/** Ends what has ended: proposals nobody accepted, plans that are paid, plans of which a rate was missed. */
export const sweepPlans: JobHandler<'sweep-plans'> = async (services) => {
  const due = await services.asSystem(
    (tx) => tx<{ plan_id: number }[]>`
      select p.plan_id from plans p
      where p.state in ('proposed', 'active') and (
        (p.state = 'proposed' and p.expires_on < today())
        or (p.state = 'active' and not exists (select ${stillAsked(tx)}))
        or (p.state = 'active' and exists (select ${stillAsked(tx)} and ${lastInTime(tx)} < today())))
      order by p.plan_id`,
  )
  // Each by itself: one that cannot be ended now holds up no other.
  for (const { plan_id } of due) await services.asSystem((tx) => end(services, tx, plan_id))
}

/** The last day on which the bill `b` is paid in time for the plan `p`: the domain's hasLapsed. */
const lastInTime = (tx: Tx) => tx`next_working_day(next_working_day(b.next_due_date) + p.grace_days)`

/** Bills of the plan `p` that still ask for something. */
const stillAsked = (tx: Tx) => tx`
  from plan_bills pb join bills b on b.customer_id = pb.customer_id and b.bill_id = pb.bill_id
  where pb.customer_id = p.customer_id and pb.plan_id = p.plan_id and b.residue > 0`

async function end(services: Services, tx: Tx, plan_id: number): Promise<void> {
  const [plan] = await tx`
    select p.state, p.customer_id, p.expires_on, p.grace_days from plans p where p.plan_id = ${plan_id} for update`
  if (plan?.state === 'proposed' && plan.expires_on < today())
    return close(tx, plan_id, plan.customer_id, 'expired')
  if (plan?.state !== 'active') return
  const [asked] = await tx`
    select min(b.next_due_date) as next_due_date from plans p, lateral (select b.next_due_date ${stillAsked(tx)}) b
    where p.plan_id = ${plan_id}`
  const next: string | null = asked?.next_due_date ?? null
  if (next === null) return close(tx, plan_id, plan.customer_id, 'done')
  if (hasLapsed(next, plan.grace_days, today()))
    await endUnpaid(services, tx, plan_id, { state: 'lapsed', actor: 'sistema' })
}

const said = {
  expired: { kind: 'plan_expired', text: 'Proposta di piano di rientro scaduta: nessuno l’ha accettata' },
  done: { kind: 'plan_done', text: 'Piano di rientro pagato per intero' },
}

async function close(tx: Tx, plan_id: number, customer_id: number, state: 'expired' | 'done'): Promise<void> {
  await tx`update plans set state = ${state}, ended_at = now() where plan_id = ${plan_id}`
  const bills = await tx<{ bill_id: number }[]>`select bill_id from plan_bills where plan_id = ${plan_id}`
  await recordBillEvents(tx, bills, { ...said[state], customer_id, actor: 'sistema' })
}
