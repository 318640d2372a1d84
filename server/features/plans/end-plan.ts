import { type DueAmount, restOf } from '@saldo/domain/arrears/instalment-plan'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { rewriteUnsettled } from '../bills/edit/rewrite-instalments.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { lockPlannedBills } from './plan-bills.ts'

/**
 * Ends an active, unpaid plan, which is locked: what its bills still ask for gets its earlier due dates back; the
 * oldest were paid first (art. 1193 c.c.). False, with no change, while a payment is pending.
 */
export async function endUnpaid(
  services: Services,
  tx: Tx,
  plan_id: number,
  how: { state: 'lapsed' | 'withdrawn'; actor: string },
): Promise<boolean> {
  const planned = await tx<{ bill_id: number; before: DueAmount[] }[]>`
    select bill_id, before from plan_bills where plan_id = ${plan_id} order by position`
  const bills = await lockPlannedBills(
    tx,
    planned.map(({ bill_id }) => bill_id),
  )
  if (bills.some(({ pending }) => pending > 0)) return false
  for (const bill of bills) {
    await tx`
      update plan_bills set unpaid_at_end = ${Math.max(bill.residue, 0)} where plan_id = ${plan_id} and bill_id = ${bill.bill_id}`
    const before = planned.find(({ bill_id }) => bill_id === bill.bill_id)?.before ?? []
    if (bill.residue <= 0 || bill.phase === 'cancelled') continue
    await rewriteUnsettled(tx, bill, restOf(before, bill.residue))
    await emit(services, tx, 'instalments_rewritten', {
      bill_ids: [bill.bill_id],
      reason: 'Il piano di rientro è finito.',
    })
  }
  await tx`update plans set state = ${how.state}, ended_at = now() where plan_id = ${plan_id}`
  await tell(services, tx, plan_id, bills, how)
  return true
}

async function tell(
  services: Services,
  tx: Tx,
  plan_id: number,
  bills: readonly { bill_id: number; residue: number }[],
  { state, actor }: { state: 'lapsed' | 'withdrawn'; actor: string },
): Promise<void> {
  const [plan] = await tx`select customer_id, name, email from plans where plan_id = ${plan_id}`
  const [first] = bills
  if (!plan || !first) throw new Error(`no plan ${plan_id}`)
  const { customer_id } = plan
  const left = formatEuro(bills.reduce((sum, { residue }) => sum + residue, 0))
  const lapsed = state === 'lapsed'
  await recordBillEvents(tx, bills, {
    ...{ customer_id, actor },
    kind: lapsed ? 'plan_lapsed' : 'plan_withdrawn',
    text: lapsed
      ? 'Piano di rientro decaduto: una rata non è stata pagata in tempo'
      : 'Piano di rientro ritirato: tornano le scadenze di prima',
  })
  await queueEmail(services, tx, {
    template: 'plan-ended',
    to: plan.email,
    customer_id,
    bill_id: first.bill_id,
    dedupe_key: `plan-ended:${plan_id}`,
    values: {
      amount: left,
      title: lapsed ? 'Il piano di rientro è decaduto' : 'Il piano di rientro è stato ritirato',
      why: lapsed
        ? 'Una rata non è stata pagata in tempo, quindi il piano non vale più.'
        : 'Il tuo amministratore ha ritirato il piano.',
    },
  })
  if (lapsed)
    await notifyCustomer(services, tx, customer_id, {
      kind: 'plan',
      title: 'Piano di rientro decaduto',
      body: `${plan.name} non ha pagato una rata in tempo: restano ${left}.`,
      link: `/piani?open=${plan_id}`,
      dedupe_key: `plan-ended:${plan_id}`,
    })
}
