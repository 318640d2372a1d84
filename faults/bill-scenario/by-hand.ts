import { dueOf, type Model, type ModelPayment, partOf, reversibleOf } from '../model.ts'
import { newKey } from '../payers.ts'
import { type BillOnStage, post } from './bill-on-stage.ts'

/** The office registers a part of what is due in cash; the same form sent twice registers it once. */
export async function registerCash(on: BillOnStage, model: Model, chance: number): Promise<void> {
  const amount = partOf(dueOf(model), chance)
  const [bill] = await on.inside.owner`
    select account_id, subject_id from bills where bill_id = ${on.bill.bill_id}`
  const order = {
    ...{ account_id: bill?.account_id, subject_id: bill?.subject_id, amount, method: 'CASH' },
    ...{
      bill_ids: [on.bill.bill_id],
      received_on: today(),
      confirm_duplicate: true,
      confirm_under_way: true,
    },
  }
  const headers = { authorization: `Bearer ${on.administrator}`, 'idempotency-key': newKey() }
  const replies = await Promise.all([1, 2].map(() => post(on, '/v1/payments', order, headers)))
  for (const { status, body } of replies)
    if (status !== 201) throw new Error(`cash of ${amount} answered ${status} ${JSON.stringify(body)}`)
  if (replies[0]?.body.payment_id !== replies[1]?.body.payment_id)
    throw new Error('cash sent twice by one form was registered twice')
  model.payments.push({
    amount,
    refunded: 0,
    state: 'kept',
    debit: false,
    was_contested: false,
    by_hand: true,
  })
}

/** It was registered by mistake. */
export async function reverseCash(on: BillOnStage, model: Model): Promise<void> {
  const of = reversibleOf(model) as ModelPayment
  await reverse(on, model, of, { reason: 'by_mistake' })
  of.state = 'reversed'
}

/** It was less: the right amount is registered in the same act. */
export async function correctCash(on: BillOnStage, model: Model, chance: number): Promise<void> {
  const of = reversibleOf(model) as ModelPayment
  if (of.amount === 1) return reverseCash(on, model)
  const amount = partOf(of.amount - 1, chance)
  await reverse(on, model, of, {
    reason: 'other_amount',
    amount,
    confirm_duplicate: true,
    confirm_under_way: true,
  })
  of.state = 'reversed'
  model.payments.push({ ...of, state: 'kept', amount })
}

async function reverse(on: BillOnStage, model: Model, of: ModelPayment, order: object): Promise<void> {
  const [row] = await on.inside.owner`
    select payment_id from payments where bill_id = ${on.bill.bill_id} and settled_at is not null
    order by payment_id offset ${model.payments.indexOf(of)} limit 1`
  const url = `/v1/payments/${row?.payment_id}/reversal`
  const headers = { authorization: `Bearer ${on.administrator}`, 'idempotency-key': newKey() }
  const replies = await Promise.all([1, 2].map(() => post(on, url, order, headers)))
  for (const { status, body } of replies)
    if (status !== 201) throw new Error(`reversing answered ${status} ${JSON.stringify(body)}`)
  if (replies[0]?.body.replaced_by !== replies[1]?.body.replaced_by)
    throw new Error('a reversal sent twice by one form was done twice')
}

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
