import { shareRates } from '@saldo/domain/arrears/instalment-plan'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { conflict } from '../../http/errors.ts'
import { planUrl } from '../../links/plan-url.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { rewriteUnsettled } from '../bills/edit/rewrite-instalments.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { lockPlannedBills, type PlannedBill, requirePlannable, unsettledOf } from './plan-bills.ts'
import { ratesOf } from './plan-detail.ts'

/**
 * Starts an accepted plan, which is locked: its instalments replace what its bills still ask for, and the acceptance is
 * recorded. Refuses with 409 when a bill asks for another amount than when the plan was proposed.
 */
export async function beginPlan(
  services: Services,
  tx: Tx,
  plan_id: number,
  from: { address: string; agent: string },
): Promise<void> {
  const planned =
    await tx`select bill_id, amount from plan_bills where plan_id = ${plan_id} order by position`
  const locked = await lockPlannedBills(
    tx,
    planned.map(({ bill_id }) => bill_id),
  )
  const bills = planned.map(({ bill_id }) => locked.find((bill) => bill.bill_id === bill_id) as PlannedBill)
  requirePlannable(bills)
  if (bills.some(({ residue }, at) => residue !== planned[at]?.amount)) throw changed()
  const rates = await ratesOf(tx, plan_id)
  const shares = shareRates(
    rates,
    bills.map(({ residue }) => residue),
  )
  for (const [at, bill] of bills.entries()) {
    const before = await unsettledOf(tx, bill.bill_id)
    await tx`
      update plan_bills set before = ${tx.json([...before])} where plan_id = ${plan_id} and bill_id = ${bill.bill_id}`
    await rewriteUnsettled(tx, bill, shares[at] ?? [])
    await emit(services, tx, 'instalments_rewritten', {
      bill_ids: [bill.bill_id],
      reason: 'C’è un piano di rientro con altre scadenze.',
    })
  }
  await tx`
    update plans set state = 'active', accepted_at = now(), accepted_from = ${from.address}, accepted_with = ${from.agent}
    where plan_id = ${plan_id}`
  await tell(services, tx, plan_id, bills)
}

const changed = () =>
  conflict(
    'debt_changed',
    'Nel frattempo l’importo è cambiato: chiedi al tuo amministratore una proposta aggiornata.',
  )

async function tell(
  services: Services,
  tx: Tx,
  plan_id: number,
  bills: readonly PlannedBill[],
): Promise<void> {
  const [plan] = await tx`select customer_id, name, amount, email from plans where plan_id = ${plan_id}`
  const rates = await ratesOf(tx, plan_id)
  const [first] = bills
  const [rate] = rates
  if (!plan || !first || !rate) throw new Error(`no plan ${plan_id}`)
  const { customer_id } = plan
  const amount = formatEuro(plan.amount)
  await recordBillEvents(tx, bills, {
    customer_id,
    kind: 'plan_accepted',
    text: `Piano di rientro accettato: ${amount}, prima rata il ${formatDate(rate.due_date)}`,
    actor: 'pagatore',
  })
  await queueEmail(services, tx, {
    template: 'plan-accepted',
    to: plan.email,
    customer_id,
    bill_id: first.bill_id,
    dedupe_key: `plan-accepted:${plan_id}`,
    values: {
      amount,
      rates: rates.map((each) => `${formatDate(each.due_date)}: ${formatEuro(each.amount)}`).join('\n'),
      url: planUrl(services, first),
    },
  })
  await notifyCustomer(services, tx, customer_id, {
    kind: 'plan',
    title: 'Piano di rientro accettato',
    body: `${plan.name} ha accettato il piano di ${amount}.`,
    link: `/piani?open=${plan_id}`,
    dedupe_key: `plan-accepted:${plan_id}`,
  })
}
