import type { Debit } from '@saldo/contract/debits'
import type { PublicBill } from '@saldo/contract/mybill'
import type { PaymentSource } from '@saldo/contract/sources'
import { addDays, isTargetDay, today } from '@saldo/domain/dates'
import { firstCollectionDay } from '@saldo/domain/debit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { applyMandateEvent } from '../mandates/apply-mandate-event.ts'
import { settleAttempt } from '../payments/settle-attempt.ts'
import { moveDebitOn } from './move-debit.job.ts'

let sandbox: TestSandbox
let test: TestApp

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

const good = 'IT56B9999999999000000000001'
const empty = 'IT38G9999999999000000000006'
const wrongHolder = 'IT33C9999999999000000000002'
const contested = 'IT10D9999999999000000000003'

type Headers = Record<string, string>
const asSystem = <R>(work: Parameters<typeof test.services.asSystem<R>>[0]) => test.services.asSystem(work)
const send = async <Body>(url: string, headers: Headers, payload?: object) => {
  const reply = await test.call({ method: 'POST', url, headers, payload })
  return {
    status: reply.status,
    body: reply.body as Body & { error?: string; fields?: Record<string, string> },
  }
}
const methodAt = async (iban: string) =>
  (
    await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
  ).id

/** A resident with a bill, and the office that asks for it. */
async function resident(amounts = [20_000, 21_250]) {
  const customer_id = await makeCustomer(test.services)
  const consumer = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { user_id: consumer.user_id })
  const bill = await makeBill(test.services, customer_id, { subject_id, amounts })
  const staff = await signIn(test.services, 'customer', customer_id)
  return { ...bill, own: consumer.headers, staff: staff.headers }
}
async function withAccount(iban: string, amounts?: number[]) {
  const who = await resident(amounts)
  const { body } = await send<PaymentSource>('/v1/stripe/save_source', who.own, {
    type_id: 'sepa_debit',
    payment_method_id: await methodAt(iban),
    email: 'lucia@example.it',
    name: 'Lucia Rossi',
    mandate: { accepted: true },
  })
  expect(body.state).toBe('active')
  return { ...who, source: body }
}
const withCard = async (payment_method_id = 'pm_card_visa') => {
  const who = await resident()
  const { body } = await send<PaymentSource>('/v1/stripe/save_source', who.own, {
    type_id: 'card',
    payment_method_id,
    email: 'lucia@example.it',
    mandate: { accepted: true },
  })
  return { ...who, source: body }
}
type Who = { bill_id: number; source: PaymentSource; staff: Headers; own: Headers }
const plan = ({ bill_id, source, staff }: Who, more: object = {}, as = staff) =>
  send<Debit>('/v1/debits', as, { bill_id, source_id: source.source_id, ...more })
const debitOf = async (debit_id: number) =>
  (await asSystem((tx) => tx`select * from debits where debit_id = ${debit_id}`))[0]
const debitsOf = (bill_id: number) =>
  asSystem((tx) => tx`select * from debits where bill_id = ${bill_id} order by debit_id`)
const mailsOf = (bill_id: number, template: string) =>
  asSystem(
    (tx) =>
      tx`select to_address, subject, text from emails where bill_id = ${bill_id} and template = ${template} order by email_id`,
  )
const phaseOf = async (bill_id: number) =>
  (await asSystem((tx) => tx`select phase from bills where bill_id = ${bill_id}`))[0]?.phase
/** What the provider's own book says was taken, or is on its way, for a bill. */
const asked = async (bill_id: number) => {
  const intents = []
  for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 100 }))
    if (intent.metadata.bill_id === String(bill_id)) intents.push(intent)
  return intents
}
const received = async (bill_id: number) =>
  (await asked(bill_id)).reduce((sum, { amount_received }) => sum + amount_received, 0)

/** Sends the notice, sees that it left, and starts the debit on the day it was announced for. */
async function announce(debit_id: number) {
  await moveDebitOn(test.services, debit_id, today())
  await runJobs(test.services)
  await moveDebitOn(test.services, debit_id, today())
}
async function collect(debit_id: number) {
  await announce(debit_id)
  const debit = await debitOf(debit_id)
  expect(debit?.state).toBe('notified')
  await moveDebitOn(test.services, debit_id, debit?.collect_on)
}
/** The bank's answer comes. */
async function settle(debit_id: number) {
  await sandbox.advance(100)
  const [attempt] = await asSystem(
    (tx) => tx`
    select t.attempt_id from debits d join payment_attempts t on t.payment_id = d.payment_id where debit_id = ${debit_id}`,
  )
  await settleAttempt(test.services, attempt?.attempt_id)
  await runJobs(test.services)
}
const linkIn = (text: string) => /#\/mybill\/([A-Za-z0-9_-]+)/.exec(text)?.[1] as string
const payBy = (token: string, payment_method_id = 'pm_card_visa') =>
  send<{ state: string; result_token: string }>(
    `/v1/stripe/charge/${token}`,
    {},
    { payment_method: 'CARD', payment_method_id },
  )

describe('planning', () => {
  it('201: all that is due, on the first day the notice allows', async () => {
    const who = await withAccount(good)
    const { status, body } = await plan(who)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      amount: 41_250,
      state: 'planned',
      tries: 1,
      last4: '0001',
      umr: who.source.mandate?.umr,
    })
    expect(body.collect_on).toBe(firstCollectionDay(today()))
    expect(isTargetDay(body.collect_on)).toBe(true)
  })
  it('201: one instalment on a chosen day, and the other apart; by the resident too', async () => {
    const who = await withAccount(good)
    const [first, second] = await asSystem(
      (tx) =>
        tx`select instalment_id, amount from bill_instalments where bill_id = ${who.bill_id} order by position`,
    )
    const collect_on = addDays(today(), 40)
    const one = await plan(who, { instalment_ids: [first?.instalment_id], collect_on }, who.own)
    expect(one).toMatchObject({ status: 201, body: { amount: 20_000 } })
    expect(one.body.collect_on >= collect_on && isTargetDay(one.body.collect_on)).toBe(true)
    expect(await plan(who, { instalment_ids: [second?.instalment_id] })).toMatchObject({
      status: 201,
      body: { amount: 21_250 },
    })
    expect(await plan(who)).toMatchObject({ status: 409, body: { error: 'already_planned' } })
  })
  it('400: a day before the notice could leave', async () => {
    const reply = await plan(await withAccount(good), { collect_on: today() })
    expect(reply).toMatchObject({
      status: 400,
      body: { fields: { collect_on: expect.stringContaining('preavviso') } },
    })
  })
  it('409: the method of somebody else, of another account, or without a mandate in force', async () => {
    const who = await withAccount(good)
    const neighbour = await makeBill(test.services, who.customer_id)
    expect(await plan({ ...who, bill_id: neighbour.bill_id })).toMatchObject({
      status: 409,
      body: { error: 'source_not_usable' },
    })
    const account_id = await makeAccount(test.services, who.customer_id, { provider_account: 'stripe2' })
    const other = await makeBill(test.services, who.customer_id, { account_id, subject_id: who.subject_id })
    expect(await plan({ ...who, bill_id: other.bill_id })).toMatchObject({
      status: 409,
      body: { error: 'source_not_usable' },
    })
    await asSystem(
      (tx) => tx`update mandates set state = 'suspended' where source_id = ${who.source.source_id}`,
    )
    expect(await plan(who)).toMatchObject({ status: 409, body: { error: 'source_not_usable' } })
  })
  it('many at once: one', async () => {
    const who = await withAccount(good)
    const replies = await Promise.all(Array.from({ length: 8 }, () => plan(who)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('the list', () => {
  it('shows staff theirs and residents their own, filtered, summed and as a file', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    for (const headers of [who.staff, who.own]) {
      const list = await test.call({
        url: `/v1/debits?state=planned,notified&q=${encodeURIComponent(who.number)}`,
        headers,
      })
      expect((list.body as { items: Debit[] }).items.map(({ debit_id }) => debit_id)).toEqual([body.debit_id])
      const sums = await test.call({ url: '/v1/debits/summary', headers })
      expect(sums.body).toEqual({ count: 1, amount: 41_250, pending: 41_250, collected: 0, failed: 0 })
      const file = await test.call({ url: '/v1/debits/export?format=csv', headers })
      expect(file.raw.toString()).toContain(who.number)
    }
    const stranger = await resident()
    expect((await test.call({ url: '/v1/debits', headers: stranger.own })).body).toMatchObject({ items: [] })
    expect((await test.call({ url: '/v1/debits', headers: stranger.staff })).body).toMatchObject({
      items: [],
    })
  })
})

describe('the notice', () => {
  it('tells amount, day, mandate and creditor; the debit waits until it has left', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await moveDebitOn(test.services, body.debit_id, today())
    await moveDebitOn(test.services, body.debit_id, body.collect_on)
    expect((await debitOf(body.debit_id))?.state).toBe('planned')
    expect(await asked(who.bill_id)).toEqual([])
    const [mail] = await mailsOf(who.bill_id, 'debit-notice')
    expect(mail?.to_address).toBe('lucia@example.it')
    for (const told of ['412,50', who.source.mandate?.umr as string, '0001', 'Creditore: Condominio'])
      expect(mail?.text).toContain(told)
  })
  it('is written once, however often one looks', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    for (let looks = 0; looks < 5; looks += 1) await moveDebitOn(test.services, body.debit_id, today())
    expect(await mailsOf(who.bill_id, 'debit-notice')).toHaveLength(1)
  })
  it('that leaves too late is followed by another, for a later day', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await moveDebitOn(test.services, body.debit_id, today())
    await runJobs(test.services)
    await asSystem(
      (tx) =>
        tx`update debits set state = 'planned', notified_at = null, collect_on = ${today()}, notice_key = ${`debit-notice:${body.debit_id}:${today()}:${who.source.source_id}`} where debit_id = ${body.debit_id}`,
    )
    await asSystem(
      (tx) =>
        tx`update emails set dedupe_key = ${`debit-notice:${body.debit_id}:${today()}:${who.source.source_id}`} where dedupe_key like ${`debit-notice:${body.debit_id}:%`}`,
    )
    await moveDebitOn(test.services, body.debit_id, today())
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'planned',
      collect_on: firstCollectionDay(today()),
    })
    expect(await mailsOf(who.bill_id, 'debit-notice')).toHaveLength(2)
    expect(await asked(who.bill_id)).toEqual([])
  })
  it('that reaches nobody ends the debit', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await moveDebitOn(test.services, body.debit_id, today())
    await asSystem(
      (tx) =>
        tx`update emails set refused_at = now() where bill_id = ${who.bill_id} and template = 'debit-notice'`,
    )
    await moveDebitOn(test.services, body.debit_id, today())
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('preavviso'),
    })
  })
  it('of a debit made on the bill’s page is mailed when the bank is asked, once', async () => {
    const bill = await makeBill(test.services, await makeCustomer(test.services))
    await send(
      `/v1/stripe/charge/${bill.token}`,
      {},
      {
        payment_method: 'SEPA_DEBIT',
        payment_method_id: await methodAt(good),
        email: 'lucia@example.it',
        mandate: { accepted: true },
      },
    )
    await runJobs(test.services)
    const [mail, ...others] = await mailsOf(bill.bill_id, 'debit-notice')
    expect(others).toEqual([])
    const [mandate] = await asSystem((tx) => tx`select umr from mandates where bill_id = ${bill.bill_id}`)
    expect(mail?.text).toContain(mandate?.umr)
  })
})

describe('collecting', () => {
  it('a debit that succeeds pays the bill, and uses the mandate', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await collect(body.debit_id)
    expect(await debitOf(body.debit_id)).toMatchObject({ state: 'started' })
    expect(await phaseOf(who.bill_id)).toBe('pending')
    await settle(body.debit_id)
    expect(await debitOf(body.debit_id)).toMatchObject({ state: 'done' })
    expect(await phaseOf(who.bill_id)).toBe('paid')
    expect(await received(who.bill_id)).toBe(41_250)
    const [mandate] = await asSystem(
      (tx) => tx`select last_used_at from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.last_used_at).not.toBeNull()
    expect(await mailsOf(who.bill_id, 'debit-notice')).toHaveLength(1)
  })
  it('a card is charged while nobody is there', async () => {
    const who = await withCard()
    const { body } = await plan(who)
    await collect(body.debit_id)
    expect(await debitOf(body.debit_id)).toMatchObject({ state: 'done' })
    expect(await phaseOf(who.bill_id)).toBe('paid')
  })
  it('moved by many at once, is started once', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await announce(body.debit_id)
    await Promise.all(
      Array.from({ length: 10 }, () => moveDebitOn(test.services, body.debit_id, body.collect_on)),
    )
    expect(await asked(who.bill_id)).toHaveLength(1)
  })
  it('what is due has changed since the notice: nothing is taken', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await announce(body.debit_id)
    await asSystem((tx) => tx`update debits set amount = amount - 1 where debit_id = ${body.debit_id}`)
    await moveDebitOn(test.services, body.debit_id, body.collect_on)
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('cambiato'),
    })
    expect(await asked(who.bill_id)).toEqual([])
  })
})

describe('a debit that fails', () => {
  it('for lack of funds mails a link and plans another try; paying by the link takes the try away, and the link pays once', async () => {
    const who = await withAccount(empty)
    const { body } = await plan(who)
    await collect(body.debit_id)
    await settle(body.debit_id)
    const [failed, retry] = await debitsOf(who.bill_id)
    expect(failed).toMatchObject({ state: 'failed', failure_code: 'insufficient_funds' })
    expect(retry).toMatchObject({ retry_of: body.debit_id, tries: 2, amount: 41_250 })
    expect(isTargetDay(retry?.collect_on)).toBe(true)
    expect(await phaseOf(who.bill_id)).toBe('returned')
    const [mail, ...others] = await mailsOf(who.bill_id, 'debit-failed')
    expect(others).toEqual([])
    expect(mail?.text).toContain('riproviamo')
    const token = linkIn(mail?.text)
    const [kept] = await asSystem(
      (tx) =>
        tx`select string_agg(to_jsonb(l)::text, '') as kept from pay_links l where bill_id = ${who.bill_id}`,
    )
    expect(kept?.kept).not.toContain(token)

    const declined = await payBy(token, 'pm_card_chargeDeclined')
    expect(declined.body.state).toBe('failed')
    expect((await debitOf(retry?.debit_id))?.state).toBe('planned')
    expect((await payBy(token)).body.state).toBe('succeeded')
    expect(await debitOf(retry?.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: 'Pagata in altro modo.',
    })
    await moveDebitOn(test.services, retry?.debit_id, addDays(retry?.collect_on, 1))
    expect(await received(who.bill_id)).toBe(41_250)

    const opened = (await test.call({ url: `/v1/mybill/${token}` })).body as PublicBill
    expect(opened).toMatchObject({
      pay: null,
      not_payable_reason: expect.stringContaining('già pagato'),
      last_payment: { state: 'succeeded' },
    })
    expect(await payBy(token)).toMatchObject({ status: 410, body: { error: 'link_used' } })
  })
  it('three times is suspended, and tried no more', async () => {
    const who = await withAccount(empty)
    await plan(who)
    for (let tries = 1; tries <= 3; tries += 1) {
      const waiting = (await debitsOf(who.bill_id)).find(
        ({ state }) => state === 'planned' || state === 'notified',
      )
      expect(waiting?.tries).toBe(tries)
      await collect(waiting?.debit_id)
      await settle(waiting?.debit_id)
    }
    expect((await debitsOf(who.bill_id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    const [mandate] = await asSystem(
      (tx) => tx`select state from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.state).toBe('suspended')
  })
  it('for another reason is not tried again', async () => {
    const who = await withAccount(wrongHolder)
    const { body } = await plan(who)
    await collect(body.debit_id)
    await settle(body.debit_id)
    expect((await debitsOf(who.bill_id)).map(({ state }) => state)).toEqual(['failed'])
    const [mail] = await mailsOf(who.bill_id, 'debit-failed')
    expect(mail?.text).toContain('Non riproveremo')
  })
  it('after it had succeeded (contested): the mandate ends, with what was planned', async () => {
    const who = await withAccount(contested)
    const { body } = await plan(who)
    const later = await makeBill(test.services, who.customer_id, {
      subject_id: who.subject_id,
      account_id: who.account_id,
    })
    await plan({ ...who, bill_id: later.bill_id })
    await collect(body.debit_id)
    await settle(body.debit_id)
    await sandbox.advance(100)
    await settle(body.debit_id)
    expect((await debitOf(body.debit_id))?.state).toBe('failed')
    const [mandate] = await asSystem(
      (tx) => tx`select state from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.state).toBe('revoked')
    expect((await debitsOf(later.bill_id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect((await plan({ ...who, bill_id: later.bill_id })).status).toBe(409)
  })
  it('a card that wants its holder there mails the link too', async () => {
    const who = await withCard('pm_card_authenticationRequired')
    if (who.source.state === 'pending') {
      const url = who.source.next_action?.redirect_url as string
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'approve' }),
        redirect: 'manual',
      })
      await send('/v1/stripe/retrieve_sources', who.own)
    }
    const { body } = await plan(who)
    await collect(body.debit_id)
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'failed',
      failure_code: 'authentication_required',
    })
    expect(await mailsOf(who.bill_id, 'debit-failed')).toHaveLength(1)
  })
})

describe('a payer and a debit at the same moment', () => {
  it('never both: 25 rounds', async () => {
    for (let round = 0; round < 25; round += 1) {
      const who = await withCard()
      const { body } = await plan(who)
      await announce(body.debit_id)
      const paying = Array.from({ length: 3 }, () => payBy(who.token))
      const collecting = Array.from({ length: 3 }, () =>
        moveDebitOn(test.services, body.debit_id, body.collect_on),
      )
      await Promise.all(round % 2 ? [...paying, ...collecting] : [...collecting, ...paying])
      expect(await received(who.bill_id)).toBe(41_250)
      expect(await phaseOf(who.bill_id)).toBe('paid')
      expect(['done', 'cancelled']).toContain((await debitOf(body.debit_id))?.state)
    }
  }, 120_000)
})

describe('cancelling', () => {
  it('200 before it starts, 409 after', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    expect(await send(`/v1/debits/cancel/${body.debit_id}`, who.own)).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    })
    const again = await plan(who)
    await collect(again.body.debit_id)
    expect(await send(`/v1/debits/cancel/${again.body.debit_id}`, who.staff)).toMatchObject({
      status: 409,
      body: { error: 'already_started' },
    })
  })
  it('comes with cancelling the bill', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await send(`/v1/bills/cancel/${who.bill_id}`, who.staff)
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('annullata'),
    })
  })
  it('comes with revoking the mandate at the bank', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    const [kept] = await asSystem(
      (tx) => tx`
        select s.provider_method, m.provider_mandate from payment_sources s join mandates m using (source_id)
        where s.source_id = ${who.source.source_id}`,
    )
    await sandbox.stripe.paymentMethods.detach(kept?.provider_method)
    await applyMandateEvent(test.services, 'stripe', kept?.provider_mandate)
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('revocato'),
    })
    expect((await plan(who)).body).toMatchObject({ error: 'source_not_usable' })
  })
  it('comes with removing the source', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await send(`/v1/stripe/delete_source/${who.subject_id}/${who.source.source_id}`, who.own)
    expect(await debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('tolto'),
    })
  })
})

describe('paying with what was saved', () => {
  it('201: the resident’s own card; staff on the holder’s mandate', async () => {
    const who = await withCard()
    const paid = await send<{ state: string }>('/v1/stripe/charge', who.own, {
      id: who.bill_id,
      source_id: who.source.source_id,
    })
    expect(paid).toMatchObject({ status: 201, body: { state: 'succeeded' } })
    const other = await withAccount(good)
    const asked = await send<{ state: string }>('/v1/stripe/charge', other.staff, {
      id: other.bill_id,
      source_id: other.source.source_id,
    })
    expect(asked).toMatchObject({ status: 201, body: { state: 'processing' } })
  })
  it('409: without a mandate in force', async () => {
    const who = await withCard()
    await asSystem(
      (tx) => tx`update mandates set state = 'revoked' where source_id = ${who.source.source_id}`,
    )
    const refused = await send('/v1/stripe/charge', who.staff, {
      id: who.bill_id,
      source_id: who.source.source_id,
    })
    expect(refused).toMatchObject({ status: 409, body: { error: 'source_not_usable' } })
  })
  it('400: not with a link, whoever holds it', async () => {
    const who = await withCard()
    const refused = await send(`/v1/stripe/charge/${who.token}`, {}, { source_id: who.source.source_id })
    expect(refused.status).toBe(400)
    expect(await received(who.bill_id)).toBe(0)
  })
})

describe('save_payment_method', () => {
  it('from a link: the card pays, is kept for the bill’s subject, and pays the next bill', async () => {
    const who = await resident()
    const paid = await send<{ state: string }>(
      `/v1/stripe/charge/${who.token}`,
      {},
      {
        payment_method: 'CARD',
        payment_method_id: 'pm_card_visa',
        email: 'lucia@example.it',
        save_payment_method: true,
        mandate: { accepted: true },
      },
    )
    expect(paid.body.state).toBe('succeeded')
    const { body } = await send<{ sources: PaymentSource[] }>('/v1/stripe/retrieve_sources', who.own)
    expect(body.sources).toMatchObject([
      {
        owner_id: who.subject_id,
        state: 'active',
        last4: '4242',
        is_default: true,
        mandate: { state: 'active' },
      },
    ])
    const next = await makeBill(test.services, who.customer_id, {
      subject_id: who.subject_id,
      account_id: who.account_id,
    })
    const charged = await send<{ state: string }>('/v1/stripe/charge', who.own, {
      id: next.bill_id,
      source_id: body.sources[0]?.source_id,
    })
    expect(charged.body.state).toBe('succeeded')
    expect(await received(next.bill_id)).toBe(next.amount)
  })
  it('an account is kept when the bank is asked, and can be debited later', async () => {
    const who = await resident()
    await send(
      `/v1/stripe/charge/${who.token}`,
      {},
      {
        payment_method: 'SEPA_DEBIT',
        payment_method_id: await methodAt(good),
        email: 'lucia@example.it',
        name: 'Lucia Rossi',
        save_payment_method: true,
        mandate: { accepted: true },
      },
    )
    await runJobs(test.services)
    const { body } = await send<{ sources: PaymentSource[] }>('/v1/stripe/retrieve_sources', who.own)
    const [source] = body.sources
    expect(source).toMatchObject({
      type: 'sepa_debit',
      last4: '0001',
      mandate: { state: 'active', umr: expect.any(String) },
    })
    expect(source?.mandate?.text).toContain('le bollette intestate a')
    const next = await makeBill(test.services, who.customer_id, {
      subject_id: who.subject_id,
      account_id: who.account_id,
    })
    const planned = await plan({ ...who, bill_id: next.bill_id, source: source as PaymentSource })
    await collect(planned.body.debit_id)
    await settle(planned.body.debit_id)
    expect(await received(next.bill_id)).toBe(next.amount)
  })
  it('422 without the consent', async () => {
    const who = await resident()
    const refused = await send(
      `/v1/stripe/charge/${who.token}`,
      {},
      {
        payment_method: 'CARD',
        payment_method_id: 'pm_card_visa',
        email: 'lucia@example.it',
        save_payment_method: true,
      },
    )
    expect(refused).toMatchObject({ status: 422, body: { error: 'mandate_not_accepted' } })
  })
  it('503, and nothing is charged, when the provider does not answer beforehand', async () => {
    const who = await resident()
    await sandbox.fault({ kind: '500', rate: 1, path: '/v1/customers' })
    const body = {
      payment_method: 'CARD',
      payment_method_id: 'pm_card_visa',
      email: 'lucia@example.it',
      save_payment_method: true,
      mandate: { accepted: true },
    }
    const silent = await send(`/v1/stripe/charge/${who.token}`, {}, body)
    await sandbox.heal()
    expect(silent).toMatchObject({ status: 503, body: { error: 'provider_silent' } })
    expect(await asked(who.bill_id)).toEqual([])
  })
})

describe('a mandate nobody used for 36 months', () => {
  it('lapses, and nothing more is planned with it', async () => {
    const who = await withAccount(good)
    const { body } = await plan(who)
    await asSystem(
      (tx) => tx`
      update mandates set signed_on = signed_on - interval '37 months', accepted_at = accepted_at - interval '37 months'
      where source_id = ${who.source.source_id}`,
    )
    await asSystem((tx) => test.services.queue.enqueue(tx, 'expire-mandates', {}))
    await runJobs(test.services)
    const [mandate] = await asSystem(
      (tx) => tx`select state from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.state).toBe('expired')
    expect((await debitOf(body.debit_id))?.state).toBe('cancelled')
  })
})
