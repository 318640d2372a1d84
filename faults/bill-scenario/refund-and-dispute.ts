import { contestedOf, type Model, type ModelPayment, netOf, partOf, refundableOf } from '../model.ts'
import { type BillOnStage, post, stripeOf } from './bill-on-stage.ts'
import { deliver } from './provider-events.ts'

export const refundPart = (on: BillOnStage, model: Model, chance: number): Promise<void> =>
  refund(on, model, partOf(netOf(refundableOf(model) as ModelPayment), chance))

export const refundRest = (on: BillOnStage, model: Model): Promise<void> => refund(on, model, null)

/** The payer's bank opens a dispute. */
export async function contest(on: BillOnStage, model: Model): Promise<void> {
  const of = refundableOf(model) as ModelPayment
  const { provider_charge } = await settledPayment(on, model, of)
  const { id } = await on.provider.dispute(provider_charge)
  await deliver(on, 'charge.dispute.created', await stripeOf(on).disputes.retrieve(id))
  of.was_contested = true
  of.state = of.debit ? 'lost' : 'contested'
}

/** The payer's bank decides the open dispute. */
export async function judge(on: BillOnStage, model: Model, verdict: 'won' | 'lost'): Promise<void> {
  const of = contestedOf(model) as ModelPayment
  const { provider_charge } = await settledPayment(on, model, of)
  const { data } = await stripeOf(on).disputes.list({ charge: provider_charge })
  const id = data[0]?.id as string
  await on.provider.decide(id, verdict)
  await deliver(on, 'charge.dispute.closed', await stripeOf(on).disputes.retrieve(id), 2)
  of.state = verdict === 'won' ? 'kept' : 'lost'
}

/** Without an amount, all that is left. */
async function refund(on: BillOnStage, model: Model, amount: number | null): Promise<void> {
  const of = refundableOf(model) as ModelPayment
  const { payment_id } = await settledPayment(on, model, of)
  const cents = amount ?? netOf(of)
  const { status, body } = await post(
    on,
    `/v1/stripe/refund/${payment_id}`,
    { ...(amount && { amount }), reason: 'requested_by_customer' },
    { authorization: `Bearer ${on.administrator}` },
  )
  if (status !== 201 || body.amount !== cents)
    throw new Error(`refund answered ${status} ${JSON.stringify(body)}`)
  of.refunded += cents
}

/** The database's row of a payment of the model, found by its position among settled ones. */
async function settledPayment({ inside, bill }: BillOnStage, model: Model, of: ModelPayment) {
  const [row] = await inside.owner`
    select p.payment_id, t.provider_charge from payments p join payment_attempts t using (payment_id)
    where p.bill_id = ${bill.bill_id} and p.settled_at is not null
    order by p.payment_id offset ${model.payments.filter(({ by_hand }) => !by_hand).indexOf(of)} limit 1`
  return row as unknown as { payment_id: number; provider_charge: string }
}
