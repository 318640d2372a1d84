import { dueOf, type Model, mayPay } from '../model.ts'
import { decide } from '../payers.ts'
import { until } from '../time.ts'
import { type Answer, type BillOnStage, post, stripeOf } from './bill-on-stage.ts'

/** Pays by card, and expects the payment to succeed at once. */
export async function payByCard(on: BillOnStage, model: Model): Promise<void> {
  const accepted = await press(on, model, () => chargeCard(on, 'pm_card_visa'))
  if (!accepted) return
  if (accepted.body.state !== 'succeeded') throw new Error(`answered ${accepted.body.state}`)
  keep(model, accepted.amount)
}

/** Pays in a way that the payer must approve at the bank; without an answer the approval stays open. */
export async function payWithApproval(
  on: BillOnStage,
  model: Model,
  charge: () => Promise<Answer>,
  answer: 'approve' | 'refuse' | null,
): Promise<void> {
  const accepted = await press(on, model, charge)
  if (!accepted) return
  const { amount, body } = accepted
  if (!answer) {
    model.open = { how: 'approval', amount }
    return
  }
  const { redirect_url } = body.next_action as { redirect_url: string }
  await decide(redirect_url, answer === 'approve' ? 'Klarna' : 'Klarna refused')
  const { body: after } = await confirm(on, body.payment_id)
  const wanted = answer === 'approve' ? 'succeeded' : 'failed'
  if (after.state !== wanted) throw new Error(`answered ${after.state}, not ${wanted}`)
  if (answer === 'approve') keep(model, amount)
}

/** Pays by debit: the bank decides later. */
export async function payByDebit(
  on: BillOnStage,
  model: Model,
  iban: string,
  then: 'settles' | 'fails' | 'comes back',
): Promise<void> {
  const accepted = await press(on, model, () => chargeDebit(on, iban))
  if (accepted) model.open = { how: 'debit', amount: accepted.amount, then }
}

/** Pays in two tabs at once: exactly one may go through. */
export async function payInTwoTabs(on: BillOnStage, model: Model): Promise<void> {
  const may = mayPay(model)
  const due = dueOf(model)
  const both = await Promise.all([chargeCard(on, 'pm_card_visa'), chargeCard(on, 'pm_card_visa')])
  const through = both.filter(({ status }) => status === 201)
  for (const { body } of through) await followed(on, body)
  if (model.open?.how === 'approval') model.open = null
  if (through.length !== (may ? 1 : 0))
    throw new Error(`${through.length} of two tabs got through, the model says ${may ? 1 : 0}`)
  if (may) keep(model, due)
}

/** Sends one charge, and expects success exactly when the model does. */
export async function press(on: BillOnStage, model: Model, charge: () => Promise<Answer>) {
  const due = dueOf(model)
  const may = mayPay(model)
  const { status, body: first } = await charge()
  const body = status === 201 ? await followed(on, first) : first
  if (model.open?.how === 'approval') model.open = null
  if ((status === 201) !== may)
    throw new Error(`answered ${status} where the model says ${may ? 'yes' : 'no'}`)
  if (may && body.amount !== due) throw new Error(`asked for ${body.amount}, the model says ${due}`)
  return may ? { amount: due, body } : null
}

/** Adds a settled payment to the model. */
export const keep = (model: Model, amount: number, debit = false) =>
  model.payments.push({ amount, refunded: 0, state: 'kept', debit, was_contested: false })

export const chargeCard = (on: BillOnStage, payment_method_id: string): Promise<Answer> =>
  post(on, `/v1/stripe/charge/${on.bill.token}`, { payment_method: 'CARD', payment_method_id })

export const chargeKlarna = (on: BillOnStage): Promise<Answer> =>
  post(on, `/v1/stripe/klarna/${on.bill.token}`, { email: 'lucia@example.it' })

async function chargeDebit(on: BillOnStage, iban: string): Promise<Answer> {
  const { id } = await stripeOf(on).paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  return post(on, `/v1/stripe/charge/${on.bill.token}`, {
    payment_method: 'SEPA_DEBIT',
    payment_method_id: id,
    email: 'lucia@example.it',
    name: 'Lucia Rossi',
    mandate: { accepted: true },
  })
}

const confirm = (on: BillOnStage, payment_id: unknown): Promise<Answer> =>
  post(on, `/v1/stripe/confirm_payment/${on.bill.token}`, { payment_id })

/** If the answer came before the provider's, polls it as the page does: a busy machine only takes longer. */
async function followed(on: BillOnStage, body: Answer['body']): Promise<Answer['body']> {
  let seen = body
  const known = await until(async () => {
    if (seen.state !== 'created' && seen.state !== 'unknown') return true
    seen = (await confirm(on, body.payment_id)).body
    return false
  }, 120_000)
  if (!known) throw new Error(`still ${seen.state} after two minutes: ${await lastAttempt(on)}`)
  return seen
}

/** For debugging: the bill's last attempt. */
async function lastAttempt({ inside, bill }: BillOnStage): Promise<string> {
  const [attempt] = await inside.owner`
    select attempt_id, state, provider_object, failure_code, checks, now() - created_at as age,
      now() - confirm_started_at as confirming_for
    from payment_attempts where bill_id = ${bill.bill_id} order by attempt_id desc limit 1`
  return JSON.stringify(attempt)
}
