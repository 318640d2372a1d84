import { AsyncLocalStorage } from 'node:async_hooks'
import Stripe from 'stripe'
import { settleAttempt } from '../server/features/payments/attempt/settle-attempt.ts'
import { applyProviderEvent } from '../server/features/webhooks/apply-provider-event.job.ts'
import { type Bill, makeBills } from './bills.ts'
import { type InProcessServer, startInProcessServer } from './in-process-server.ts'
import { type Act, contestedOf, dueOf, type Model, mayPay, netOf, partOf, refundableOf } from './model.ts'
import { decide, newKey } from './payers.ts'
import type { Database } from './processes/database.ts'
import { accounts, type Provider, startProvider } from './processes/provider.ts'
import { signInBoth } from './sessions.ts'
import { until } from './time.ts'

export type Stage = {
  inside: InProcessServer
  provider: Provider
  /** A new bill with an actor. */
  enter: () => Actor
  rest: () => Promise<boolean>
  close: () => Promise<void>
}
export type Actor = {
  bill: Bill
  /** Does an act in the product and in the model. Throws when the product answers differently. */
  perform: (act: Act, chance: number, model: Model) => Promise<void>
  /** The bank has decided the pending debit. */
  hearOfDebit: (model: Model) => Promise<void>
  read: () => Promise<{ settled: number; pending: number; phase: string }>
}

/** The fault injected into one request: the server dies before the answer, or the answer is lost. */
type Fault = { at: 'create' | 'confirm'; kind: 'dies' | 'lost'; reached: () => void }
const faults = new AsyncLocalStorage<Fault>()

/** A server in this process with the provider. The act itself delivers the provider's events. */
export async function openStage(database: Database, bills: number): Promise<Stage> {
  const provider = await startProvider({ sepa_seconds: 60 })
  const inside = await startInProcessServer(database, await database.clone(), provider.url)
  injectFaults(inside)
  const waiting = await makeBills(inside.owner, bills)
  // Mails are tested elsewhere: one payer in five has an address, enough to see each mail sent once.
  await inside.owner`update subjects set email = null where subject_id % 5 > 0`
  const { administrator } = await signInBoth(inside.owner, waiting)
  return {
    inside,
    provider,
    enter: () => actorOf({ inside, provider, administrator }, waiting.pop() as Bill),
    rest: () => inside.rest(),
    close: async () => {
      await provider.stop()
      await inside.close()
    },
  }
}

function injectFaults({ services }: InProcessServer): void {
  for (const account of services.providers.configured) {
    const { paymentIntents } = services.providers.get(account).stripe
    for (const at of ['create', 'confirm'] as const) {
      const ask = (paymentIntents[at] as (...asked: unknown[]) => Promise<unknown>).bind(paymentIntents)
      const asked = async (...words: unknown[]) => {
        const fault = faults.getStore()
        const answer = await ask(...words)
        if (fault?.at !== at) return answer
        fault.reached()
        if (fault.kind === 'dies') return new Promise(() => {})
        throw new Stripe.errors.StripeConnectionError({ message: 'lost', type: 'api_error' } as never)
      }
      Object.assign(paymentIntents, { [at]: asked })
    }
  }
}

type With = { inside: InProcessServer; provider: Provider; administrator: string }

function actorOf(with_: With, bill: Bill): Actor {
  const { inside, provider, administrator } = with_
  const { owner, services } = inside

  async function call(url: string, body: object, headers: Record<string, string> = {}) {
    return inside.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'idempotency-key': newKey(), ...headers },
      payload: JSON.stringify(body),
    })
  }
  const byCard = (payment_method_id: string) =>
    call(`/v1/stripe/charge/${bill.token}`, { payment_method: 'CARD', payment_method_id })
  const byKlarna = () => call(`/v1/stripe/klarna/${bill.token}`, { email: 'lucia@example.it' })
  async function byDebit(iban: string) {
    const { id } = await provider[bill.second_account ? 'stripe2' : 'stripe'].paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const words = {
      payment_method: 'SEPA_DEBIT',
      payment_method_id: id,
      email: 'lucia@example.it',
      name: 'Lucia Rossi',
    }
    return call(`/v1/stripe/charge/${bill.token}`, { ...words, mandate: { accepted: true } })
  }

  /** If the answer came before the provider's, polls it as the page does: a busy machine only takes longer. */
  async function followed(body: Awaited<ReturnType<typeof call>>['body']) {
    let seen = body
    const known = await until(async () => {
      if (seen.state !== 'created' && seen.state !== 'unknown') return true
      const { payment_id } = body
      seen = (await call(`/v1/stripe/confirm_payment/${bill.token}`, { payment_id })).body
      return false
    }, 120_000)
    if (!known) throw new Error(`still ${seen.state} after two minutes: ${await lastAttempt()}`)
    return seen
  }

  /** For debugging: the bill's last attempt. */
  async function lastAttempt() {
    const [attempt] = await owner`
      select attempt_id, state, provider_object, failure_code, checks, now() - created_at as age,
        now() - confirm_started_at as confirming_for
      from payment_attempts where bill_id = ${bill.bill_id} order by attempt_id desc limit 1`
    return JSON.stringify(attempt)
  }

  /** Pays, and expects success exactly when the model does. */
  async function pressing(model: Model, press: () => ReturnType<typeof call>) {
    const due = dueOf(model)
    const may = mayPay(model)
    const { status, body: first } = await press()
    const body = status === 201 ? await followed(first) : first
    if (model.open?.how === 'approval') model.open = null
    if ((status === 201) !== may)
      throw new Error(`answered ${status} where the model says ${may ? 'yes' : 'no'}`)
    if (may && body.amount !== due) throw new Error(`asked for ${body.amount}, the model says ${due}`)
    return may ? { amount: due, body } : null
  }
  const keep = (model: Model, amount: number, debit = false) =>
    model.payments.push({ amount, refunded: 0, state: 'kept', debit, was_contested: false })
  async function answering(
    model: Model,
    press: () => ReturnType<typeof call>,
    answer: 'approve' | 'refuse' | null,
  ) {
    const pressed = await pressing(model, press)
    if (!pressed) return
    const { amount, body } = pressed
    if (!answer) {
      model.open = { how: 'approval', amount }
      return
    }
    const { redirect_url } = body.next_action as { redirect_url: string }
    await decide(redirect_url, answer === 'approve' ? 'Klarna' : 'Klarna refused')
    const { body: after } = await call(`/v1/stripe/confirm_payment/${bill.token}`, {
      payment_id: body.payment_id,
    })
    const wanted = answer === 'approve' ? 'succeeded' : 'failed'
    if (after.state !== wanted) throw new Error(`answered ${after.state}, not ${wanted}`)
    if (answer === 'approve') keep(model, amount)
  }
  async function debiting(model: Model, iban: string, then: 'settles' | 'fails' | 'comes back') {
    const pressed = await pressing(model, () => byDebit(iban))
    if (pressed) model.open = { how: 'debit', amount: pressed.amount, then }
  }

  /** Sends the request without reading the answer. */
  async function silently(model: Model, at: 'create' | 'confirm', kind: 'dies' | 'lost') {
    if (!mayPay(model)) return void (await pressing(model, () => byCard('pm_card_visa')))
    const amount = dueOf(model)
    await new Promise<void>((resolve, reject) => {
      faults.run({ at, kind, reached: resolve }, () => {
        const answered = byCard('pm_card_visa')
        answered.then(({ status }) => status !== 201 && reject(new Error(`answered ${status}`)), reject)
        if (kind === 'lost') answered.then(() => resolve(), reject)
      })
    })
    if (kind === 'lost')
      await until(async () => (await open()).every(({ state }) => state === 'unknown'), 5_000)
    model.open = { how: 'silent', amount, charged: at === 'confirm' }
  }

  const open = () => owner`
    select attempt_id, state, provider_account, provider_object from payment_attempts
    where bill_id = ${bill.bill_id} and state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`

  /** Moves this bill's attempts into the past and polls each, like the sweep. */
  async function lookAfter(seconds: number): Promise<void> {
    await owner`
      update payment_attempts set created_at = created_at - make_interval(secs => ${seconds}),
        confirm_started_at = confirm_started_at - make_interval(secs => ${seconds})
      where bill_id = ${bill.bill_id} and state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`
    for (const { attempt_id } of await open()) await settleAttempt(services, attempt_id)
  }
  function swept(model: Model): void {
    if (model.open?.how !== 'silent') return
    if (model.open.charged) keep(model, model.open.amount)
    model.open = null
  }

  /** Delivers an event of the provider so many times, applying it each time. */
  async function tell(type: string, object: object, times = 1): Promise<void> {
    const account = bill.second_account ? 'stripe2' : 'stripe'
    const id = `evt_${newKey()}`
    const payload = JSON.stringify({
      id,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: accounts[account].webhook })
    for (let time = 0; time < times; time += 1) {
      const { status } = await inside.call({
        method: 'POST',
        url: `/v1/stripe/webhook/${account}`,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      })
      if (status !== 200) throw new Error(`the event was answered ${status}`)
      await applyProviderEvent(services, { provider_account: account, event_id: id })
    }
  }

  /** The model's payment, by its position among settled ones. */
  async function payment(model: Model, of: Model['payments'][number]) {
    const [row] = await owner`
      select p.payment_id, t.provider_charge from payments p join payment_attempts t using (payment_id)
      where p.bill_id = ${bill.bill_id} and p.settled_at is not null
      order by p.payment_id offset ${model.payments.indexOf(of)} limit 1`
    return row as unknown as { payment_id: number; provider_charge: string }
  }
  async function refund(model: Model, amount: number | null): Promise<void> {
    const of = refundableOf(model) as Model['payments'][number]
    const { payment_id } = await payment(model, of)
    const cents = amount ?? netOf(of)
    const { status, body } = await call(
      `/v1/stripe/refund/${payment_id}`,
      { ...(amount && { amount }), reason: 'requested_by_customer' },
      { authorization: `Bearer ${administrator}` },
    )
    if (status !== 201 || body.amount !== cents)
      throw new Error(`refund answered ${status} ${JSON.stringify(body)}`)
    of.refunded += cents
  }
  const stripe = provider[bill.second_account ? 'stripe2' : 'stripe']
  async function contest(model: Model): Promise<void> {
    const of = refundableOf(model) as Model['payments'][number]
    const { provider_charge } = await payment(model, of)
    const { id } = await provider.dispute(provider_charge)
    await tell('charge.dispute.created', await stripe.disputes.retrieve(id))
    of.was_contested = true
    of.state = of.debit ? 'lost' : 'contested'
  }
  async function judge(model: Model, verdict: 'won' | 'lost'): Promise<void> {
    const of = contestedOf(model) as Model['payments'][number]
    const { provider_charge } = await payment(model, of)
    const { data } = await stripe.disputes.list({ charge: provider_charge })
    const id = data[0]?.id as string
    await provider.decide(id, verdict)
    await tell('charge.dispute.closed', await stripe.disputes.retrieve(id), 2)
    of.state = verdict === 'won' ? 'kept' : 'lost'
  }

  const acts: Record<Act, (model: Model, chance: number) => Promise<unknown>> = {
    card: async (model) => {
      const pressed = await pressing(model, () => byCard('pm_card_visa'))
      if (!pressed) return
      if (pressed.body.state !== 'succeeded') throw new Error(`answered ${pressed.body.state}`)
      keep(model, pressed.amount)
    },
    'card declined': (model) => pressing(model, () => byCard('pm_card_chargeDeclined')),
    '3-D Secure': (model) => answering(model, () => byCard('pm_card_authenticationRequired'), 'approve'),
    '3-D Secure refused': (model) =>
      answering(model, () => byCard('pm_card_authenticationRequired'), 'refuse'),
    '3-D Secure left open': (model) => answering(model, () => byCard('pm_card_authenticationRequired'), null),
    'SEPA debit': (model) => debiting(model, 'IT56B9999999999000000000001', 'settles'),
    'SEPA debit fails': (model) => debiting(model, 'IT38G9999999999000000000006', 'fails'),
    'SEPA debit comes back': (model) => debiting(model, 'IT10D9999999999000000000003', 'comes back'),
    Klarna: (model) => answering(model, byKlarna, 'approve'),
    'Klarna refused': (model) => answering(model, byKlarna, 'refuse'),
    'server dies after create': (model) => silently(model, 'create', 'dies'),
    'server dies after confirm': (model) => silently(model, 'confirm', 'dies'),
    'answer to create lost': (model) => silently(model, 'create', 'lost'),
    'answer to confirm lost': (model) => silently(model, 'confirm', 'lost'),
    'refund a part': (model, chance) =>
      refund(model, partOf(netOf(refundableOf(model) as Model['payments'][number]), chance)),
    'refund the rest': (model) => refund(model, null),
    contest: (model) => contest(model),
    'bank decides: won': (model) => judge(model, 'won'),
    'bank decides: lost': (model) => judge(model, 'lost'),
    'news twice': async (model) => {
      const [last] = await owner`
        select provider_object from payment_attempts
        where bill_id = ${bill.bill_id} and provider_object is not null order by attempt_id desc limit 1`
      if (!last) return
      await tell('payment_intent.succeeded', { id: last.provider_object, object: 'payment_intent' }, 2)
      // Events settle a charge whose answer was lost; everything else in them was known already.
      if (model.open?.how === 'silent' && model.open.charged) swept(model)
    },
    sweep: async (model) => {
      await lookAfter(120)
      swept(model)
    },
    'half an hour passes': async (model) => {
      await lookAfter(31 * 60)
      swept(model)
      if (model.open?.how === 'approval') model.open = null
    },
    'two tabs': async (model) => {
      const may = mayPay(model)
      const due = dueOf(model)
      const both = await Promise.all([byCard('pm_card_visa'), byCard('pm_card_visa')])
      const through = both.filter(({ status }) => status === 201)
      for (const { body } of through) await followed(body)
      if (model.open?.how === 'approval') model.open = null
      if (through.length !== (may ? 1 : 0))
        throw new Error(`${through.length} of two tabs got through, the model says ${may ? 1 : 0}`)
      if (may) keep(model, due)
    },
    nothing: async () => {},
  }

  return {
    bill,
    perform: async (act, chance, model) => void (await acts[act](model, chance)),
    hearOfDebit: async (model) => {
      if (model.open?.how !== 'debit') return
      const { amount, then } = model.open
      const [attempt] = await open()
      await settleAttempt(services, attempt?.attempt_id)
      model.open = null
      if (then !== 'fails') keep(model, amount, true)
      if (then !== 'comes back') return
      const { data } = await stripe.disputes.list({ payment_intent: attempt?.provider_object })
      await tell('charge.dispute.created', data[0] as Stripe.Dispute, 2)
      const last = model.payments.at(-1)
      if (last) last.state = 'lost'
    },
    read: async () => {
      const [row] = await owner`select settled, pending, phase from bills where bill_id = ${bill.bill_id}`
      return row as unknown as { settled: number; pending: number; phase: string }
    },
  }
}
