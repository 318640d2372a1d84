import type { Debit } from '@saldo/contract/payments/debits'
import { addDays, isTargetDay, today } from '@saldo/domain/dates'
import { firstCollectionDay } from '@saldo/domain/sepa/debit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeAccount, makeBill, makeCustomer } from '../../testing/people.ts'
import { applyMandateEvent } from '../mandates/apply-mandate-event.ts'
import { moveDebitOn } from './move-debit.job.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

describe('planning', () => {
  it('201: everything due, on the first day that the notice allows', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { status, body } = await fixtures.plan(who)
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
  it('201: one instalment on a chosen day, and the other separately; also by the resident', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const [first, second] = await fixtures.asSystem(
      (tx) =>
        tx`select instalment_id, amount from bill_instalments where bill_id = ${who.bill_id} order by position`,
    )
    const collect_on = addDays(today(), 40)
    const one = await fixtures.plan(who, { instalment_ids: [first?.instalment_id], collect_on }, who.own)
    expect(one).toMatchObject({ status: 201, body: { amount: 20_000 } })
    expect(one.body.collect_on >= collect_on && isTargetDay(one.body.collect_on)).toBe(true)
    expect(await fixtures.plan(who, { instalment_ids: [second?.instalment_id] })).toMatchObject({
      status: 201,
      body: { amount: 21_250 },
    })
    expect(await fixtures.plan(who)).toMatchObject({ status: 409, body: { error: 'already_planned' } })
  })
  it('400: a day too early for the notice', async () => {
    const reply = await fixtures.plan(await fixtures.withAccount(accounts.good), { collect_on: today() })
    expect(reply).toMatchObject({
      status: 400,
      body: { fields: { collect_on: expect.stringContaining('preavviso') } },
    })
  })
  it('409: a method of another person or account, or one without a valid mandate', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const neighbour = await makeBill(fixtures.test.services, who.customer_id)
    expect(await fixtures.plan({ ...who, bill_id: neighbour.bill_id })).toMatchObject({
      status: 409,
      body: { error: 'source_not_usable' },
    })
    const account_id = await makeAccount(fixtures.test.services, who.customer_id, {
      provider_account: 'stripe2',
    })
    const other = await makeBill(fixtures.test.services, who.customer_id, {
      account_id,
      subject_id: who.subject_id,
    })
    expect(await fixtures.plan({ ...who, bill_id: other.bill_id })).toMatchObject({
      status: 409,
      body: { error: 'source_not_usable' },
    })
    await fixtures.asSystem(
      (tx) => tx`update mandates set state = 'suspended' where source_id = ${who.source.source_id}`,
    )
    expect(await fixtures.plan(who)).toMatchObject({ status: 409, body: { error: 'source_not_usable' } })
  })
  it('409: all but one of many parallel requests', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const replies = await Promise.all(Array.from({ length: 8 }, () => fixtures.plan(who)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('the list', () => {
  it('shows staff all debits and residents their own, with filters, sums and a file', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    for (const headers of [who.staff, who.own]) {
      const list = await fixtures.test.call({
        url: `/v1/debits?state=planned,notified&q=${encodeURIComponent(who.number)}`,
        headers,
      })
      expect((list.body as { items: Debit[] }).items.map(({ debit_id }) => debit_id)).toEqual([body.debit_id])
      const sums = await fixtures.test.call({ url: '/v1/debits/summary', headers })
      expect(sums.body).toEqual({ count: 1, amount: 41_250, pending: 41_250, collected: 0, failed: 0 })
      const file = await fixtures.test.call({ url: '/v1/debits/export?format=csv', headers })
      expect(file.raw.toString()).toContain(who.number)
    }
    const stranger = await fixtures.resident()
    expect((await fixtures.test.call({ url: '/v1/debits', headers: stranger.own })).body).toMatchObject({
      items: [],
    })
    expect((await fixtures.test.call({ url: '/v1/debits', headers: stranger.staff })).body).toMatchObject({
      items: [],
    })
  })
})

describe('the notice', () => {
  it('names amount, day, mandate and creditor; the debit waits until it is sent', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await moveDebitOn(fixtures.test.services, body.debit_id, today())
    await moveDebitOn(fixtures.test.services, body.debit_id, body.collect_on)
    expect((await fixtures.debitOf(body.debit_id))?.state).toBe('planned')
    expect(await fixtures.asked(who.bill_id)).toEqual([])
    const [mail] = await fixtures.mailsOf(who.bill_id, 'debit-notice')
    expect(mail?.to_address).toBe('lucia@example.it')
    for (const told of ['412,50', who.source.mandate?.umr as string, '0001', 'Creditore: Condominio'])
      expect(mail?.text).toContain(told)
  })
  it('is written once, however often the job runs', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    for (let looks = 0; looks < 5; looks += 1)
      await moveDebitOn(fixtures.test.services, body.debit_id, today())
    expect(await fixtures.mailsOf(who.bill_id, 'debit-notice')).toHaveLength(1)
  })
  it('is repeated for a later day when it is sent too late', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await moveDebitOn(fixtures.test.services, body.debit_id, today())
    await runJobs(fixtures.test.services)
    await fixtures.asSystem(
      (tx) =>
        tx`update debits set state = 'planned', notified_at = null, collect_on = ${today()}, notice_key = ${`debit-notice:${body.debit_id}:${today()}:${who.source.source_id}`} where debit_id = ${body.debit_id}`,
    )
    await fixtures.asSystem(
      (tx) =>
        tx`update emails set dedupe_key = ${`debit-notice:${body.debit_id}:${today()}:${who.source.source_id}`} where dedupe_key like ${`debit-notice:${body.debit_id}:%`}`,
    )
    await moveDebitOn(fixtures.test.services, body.debit_id, today())
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'planned',
      collect_on: firstCollectionDay(today()),
    })
    expect(await fixtures.mailsOf(who.bill_id, 'debit-notice')).toHaveLength(2)
    expect(await fixtures.asked(who.bill_id)).toEqual([])
  })
  it('ends the debit when it cannot be delivered', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await moveDebitOn(fixtures.test.services, body.debit_id, today())
    await fixtures.asSystem(
      (tx) =>
        tx`update emails set refused_at = now() where bill_id = ${who.bill_id} and template = 'debit-notice'`,
    )
    await moveDebitOn(fixtures.test.services, body.debit_id, today())
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('preavviso'),
    })
  })
  it('is mailed once for a debit made on the bill’s page, when the bank is called', async () => {
    const bill = await makeBill(fixtures.test.services, await makeCustomer(fixtures.test.services))
    await fixtures.send(
      `/v1/stripe/charge/${bill.token}`,
      {},
      {
        payment_method: 'SEPA_DEBIT',
        payment_method_id: await fixtures.methodAt(accounts.good),
        email: 'lucia@example.it',
        mandate: { accepted: true },
      },
    )
    await runJobs(fixtures.test.services)
    const [mail, ...others] = await fixtures.mailsOf(bill.bill_id, 'debit-notice')
    expect(others).toEqual([])
    const [mandate] = await fixtures.asSystem(
      (tx) => tx`select umr from mandates where bill_id = ${bill.bill_id}`,
    )
    expect(mail?.text).toContain(mandate?.umr)
  })
})

describe('cancelling', () => {
  it('200: before it starts; 409: afterwards', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    expect(await fixtures.send(`/v1/debits/cancel/${body.debit_id}`, who.own)).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    })
    const again = await fixtures.plan(who)
    await fixtures.collect(again.body.debit_id)
    expect(await fixtures.send(`/v1/debits/cancel/${again.body.debit_id}`, who.staff)).toMatchObject({
      status: 409,
      body: { error: 'already_started' },
    })
  })
  it('happens when the bill is cancelled', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.send(`/v1/bills/cancel/${who.bill_id}`, who.staff)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('annullata'),
    })
  })
  it('happens when the mandate is revoked at the bank', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    const [kept] = await fixtures.asSystem(
      (tx) => tx`
        select s.provider_method, m.provider_mandate from payment_sources s join mandates m using (source_id)
        where s.source_id = ${who.source.source_id}`,
    )
    await fixtures.sandbox.stripe.paymentMethods.detach(kept?.provider_method)
    await applyMandateEvent(fixtures.test.services, 'stripe', kept?.provider_mandate)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('revocato'),
    })
    expect((await fixtures.plan(who)).body).toMatchObject({ error: 'source_not_usable' })
  })
  it('happens when the source is removed', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.send(`/v1/stripe/delete_source/${who.subject_id}/${who.source.source_id}`, who.own)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('tolto'),
    })
  })
})

describe('a mandate that was not used for 36 months', () => {
  it('lapses, and no more debits are planned with it', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.asSystem(
      (tx) => tx`
      update mandates set signed_on = signed_on - interval '37 months', accepted_at = accepted_at - interval '37 months'
      where source_id = ${who.source.source_id}`,
    )
    await fixtures.asSystem((tx) => fixtures.test.services.queue.enqueue(tx, 'expire-mandates', {}))
    await runJobs(fixtures.test.services)
    const [mandate] = await fixtures.asSystem(
      (tx) => tx`select state from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.state).toBe('expired')
    expect((await fixtures.debitOf(body.debit_id))?.state).toBe('cancelled')
  })
})
