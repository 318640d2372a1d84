import * as contract from '@saldo/contract/bills/plans'
import { planStateLabels } from '@saldo/domain/arrears/instalment-plan'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { endUnpaid } from './end-plan.ts'
import { planDetail } from './plan-detail.ts'

export const withdrawPlan = serve(contract.withdrawPlan, async ({ tx, services, params }) => {
  const plan_id = params.id
  const [plan] = await tx`select state, customer_id from plans where plan_id = ${plan_id} for update`
  if (!plan) throw notFound('Il piano')
  const actor = await actorName(tx)
  if (plan.state === 'proposed') await takeBack(tx, plan_id, plan.customer_id, actor)
  else if (plan.state !== 'active')
    throw conflict(
      'plan_ended',
      `Questo piano è già finito: ${planStateLabels[plan.state as 'done'].toLowerCase()}.`,
    )
  else if (!(await endUnpaid(services, tx, plan_id, { state: 'withdrawn', actor })))
    throw conflict('payment_under_way', 'Un pagamento è in corso: aspetta che la banca risponda.')
  return planDetail(tx, plan_id)
})

/** Withdraws a plan that was never accepted, so its bills have not changed. */
async function takeBack(tx: Tx, plan_id: number, customer_id: number, actor: string): Promise<void> {
  await tx`update plans set state = 'withdrawn', ended_at = now() where plan_id = ${plan_id}`
  const bills = await tx<{ bill_id: number }[]>`select bill_id from plan_bills where plan_id = ${plan_id}`
  await recordBillEvents(tx, bills, {
    ...{ customer_id, actor },
    kind: 'plan_withdrawn',
    text: 'Proposta di piano di rientro ritirata',
  })
}
