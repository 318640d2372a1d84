import { hasLapsed } from '@saldo/domain/arrears/instalment-plan'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { endUnpaid } from './end-plan.ts'

/** Ends plans: proposals that expired, plans that are paid, plans with a missed instalment. */
export const sweepPlans: JobHandler<'sweep-plans'> = async (services) => {
  const due = await services.asSystem(
    (tx) => tx<{ plan_id: number }[]>`
      select p.plan_id from plans p
      where p.state in ('proposed', 'active') and (
        (p.state = 'proposed' and p.expires_on < today())
        or (p.state = 'active' and not exists (select ${stillAsked(tx)}))
        or (p.state = 'active' and ${lastInTime(tx)} < today()))
      order by p.plan_id`,
  )
  // Each in its own transaction: one that cannot be ended now does not hold up the others.
  for (const { plan_id } of due) await services.asSystem((tx) => end(services, tx, plan_id))
}

/** The last day on which the next instalment of plan `p` is paid in time (hasLapsed in domain/). */
const lastInTime = (tx: Tx) => tx`next_working_day(next_working_day(${nextRate(tx)}) + p.grace_days)`

/**
 * The due date of the oldest unpaid instalment of plan `p`. Money that came back after the plan had begun reopens debts
 * from before its first instalment: they are owed, but no instalment was missed.
 */
const nextRate = (tx: Tx) => tx`(
  select min(i.due_date) from plan_bills pb
  join bills b on b.customer_id = pb.customer_id and b.bill_id = pb.bill_id and b.residue > 0
  join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.settled < i.amount
  where pb.customer_id = p.customer_id and pb.plan_id = p.plan_id and i.due_date >= (
    select min(r.due_date) from plan_rates r where r.customer_id = p.customer_id and r.plan_id = p.plan_id))`

/** Bills of plan `p` that still ask for something. */
const stillAsked = (tx: Tx) => tx`
  from plan_bills pb join bills b on b.customer_id = pb.customer_id and b.bill_id = pb.bill_id
  where pb.customer_id = p.customer_id and pb.plan_id = p.plan_id and b.residue > 0`

async function end(services: Services, tx: Tx, plan_id: number): Promise<void> {
  const [plan] = await tx`
    select p.state, p.customer_id, p.expires_on, p.grace_days from plans p where p.plan_id = ${plan_id} for update`
  if (plan?.state === 'proposed' && plan.expires_on < today())
    return close(tx, plan_id, plan.customer_id, 'expired')
  if (plan?.state !== 'active') return
  const [asked] = await tx<{ left: boolean; next_rate: string | null }[]>`
    select exists (select ${stillAsked(tx)}) as left, ${nextRate(tx)} as next_rate from plans p where p.plan_id = ${plan_id}`
  if (!asked?.left) return close(tx, plan_id, plan.customer_id, 'done')
  if (asked.next_rate !== null && hasLapsed(asked.next_rate, plan.grace_days, today()))
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
