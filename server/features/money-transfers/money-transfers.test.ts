import { formatEuro } from '@saldo/domain/money'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import {
  type MoneyTransferFixtures,
  moneyTransferFixtures,
} from '../../testing/features/money-transfer-fixtures.ts'
import { signIn, signInSubUser } from '../../testing/people.ts'

let at: MoneyTransferFixtures
beforeAll(async () => {
  at = await moneyTransferFixtures()
})
afterAll(() => at.close())

describe('201: a request', () => {
  it('waits for another person, and its amount cannot be asked for again', async () => {
    const of = await at.withMoney(10_000)
    expect(await at.balance(of)).toMatchObject({ movable: 10_000, why_not: null, way: 'payout' })
    const { status, body } = await at.request(of, 6000)
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'requested', amount: 6000, may_withdraw: true, may_refuse: false })
    expect(body.iban).not.toContain(of.iban.slice(5, 20))
    expect(await at.balance(of)).toMatchObject({ reserved: 6000, movable: 4000 })
    expect(await at.request(of, 4001)).toMatchObject({
      status: 409,
      body: { error: 'more_than_movable', fields: { amount: expect.any(String) } },
    })
    expect(await at.books(of)).toMatchObject({ connected_balance: 10_000 })
  })

  it('twice with the same key is one; with another amount it is a 409', async () => {
    const of = await at.withMoney(10_000)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [one, other] = await Promise.all([
      at.request(of, 1000, at.people.anna, key),
      at.request(of, 1000, at.people.anna, key),
    ])
    expect(other.body.money_transfer_id).toBe(one.body.money_transfer_id)
    expect(await at.request(of, 1001, at.people.anna, key)).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    })
  })

  it('is refused with a malformed key, which would not be known again: 400', async () => {
    const of = await at.withMoney(10_000)
    for (const malformed of ['x'.repeat(300), 'x'.repeat(101), 'short', 'with a space', ''])
      expect(
        await at.request(of, 1000, at.people.anna, { 'idempotency-key': malformed }),
        malformed,
      ).toMatchObject({ status: 400, body: { fields: { 'idempotency-key': expect.any(String) } } })
    expect(await at.balance(of)).toMatchObject({ reserved: 0 })
  })
})

describe('200: an approved transfer', () => {
  it('leaves by the provider, arrives, and is in the ledger once', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.approved(of, 6000)
    expect(await at.detail(id)).toMatchObject({ state: 'sent', failure: null, provider_object: /^po_/ })
    expect(await at.payoutsOf(of)).toMatchObject([{ amount: 6000, automatic: false }])
    expect(await at.books(of)).toMatchObject({ connected_balance: 4000, payout_transit: 6000 })
    expect(await at.balance(of)).toMatchObject({ movable: 4000, reserved: 0 })
    await at.days(2)
    await at.sweep()
    expect(await at.detail(id)).toMatchObject({ state: 'paid', paid_on: expect.any(String) })
    expect(await at.books(of)).toMatchObject({ connected_balance: 4000, bank: 6000 })
    // The payouts section reads all payouts at night: it finds this one, and posts nothing again.
    for (const _again of [1, 2]) {
      await at.services.asSystem((tx) =>
        at.services.queue.enqueue(tx, 'read-payouts', { provider_account: 'stripe' }),
      )
      await runJobs(at.services)
    }
    expect(await at.books(of)).toMatchObject({ connected_balance: 4000, bank: 6000 })
    const payouts = await at.services.asSystem(
      (tx) => tx`
        select p.explained, p.posted_at is not null as posted, l.class from payouts p
        join payout_lines l on l.payout_id = p.payout_id where p.destination = ${of.destination}`,
    )
    expect([...payouts]).toEqual([{ explained: true, posted: true, class: 'order' }])
  })

  it('that comes back after it arrived is the condominium’s balance again, and the office is told', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.approved(of, 10_000)
    await at.days(2)
    await at.sweep()
    const { provider_object } = await at.detail(id)
    await at.control('payouts/fail', { payout: provider_object as string })
    await at.services.asSystem((tx) =>
      at.services.queue.enqueue(tx, 'read-payouts', { provider_account: 'stripe' }),
    )
    await runJobs(at.services)
    expect(await at.detail(id)).toMatchObject({ state: 'failed', failure: 'Il conto bancario è chiuso.' })
    expect(await at.books(of)).toMatchObject({ connected_balance: 10_000 })
    expect(await at.books(of)).not.toHaveProperty('bank')
    const told = await at.services.asSystem(
      (tx) => tx`
        select m.title from push_messages m join users u on u.user_id = m.user_id
        where u.customer_id = ${of.customer_id} order by m.push_message_id`,
    )
    expect(told.map(({ title }) => title)).toEqual([
      `${of.name}: ${formatEuro(10_000)} accreditati al condominio`,
      `${of.name}: ${formatEuro(10_000)} non sono arrivati`,
    ])
  })

  it('is cancelled while the provider still can', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.approved(of, 2500)
    const cancelled = await at.act(id, 'cancel', at.people.anna, { reason: 'Importo sbagliato' })
    expect(cancelled).toMatchObject({
      status: 200,
      body: { state: 'cancelled', closing_reason: 'Importo sbagliato' },
    })
    expect(await at.balance(of)).toMatchObject({ movable: 10_000, balance: 10_000 })
    const late = await at.approved(of, 2500)
    await at.days(2)
    expect(await at.act(late, 'cancel', at.people.anna, { reason: 'Tardi' })).toMatchObject({
      status: 409,
      body: { error: 'left_already' },
    })
  })

  it('is refused by the provider if the money is gone: it failed, and nothing moved', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 10_000)
    await at.act(id, 'approve', at.people.bruno)
    // A person pays the balance out in the provider’s own dashboard.
    await at.stripe.payouts.create({ amount: 1, currency: 'eur' }, { stripeAccount: of.destination })
    await runJobs(at.services)
    expect(await at.detail(id)).toMatchObject({
      state: 'failed',
      failure: 'Sul saldo disponibile presso il provider non c’era abbastanza denaro.',
    })
    expect(await at.books(of)).toMatchObject({ connected_balance: 10_000 })
    // The books and the provider differ now: nothing is moved until somebody has looked.
    expect(await at.balance(of)).toMatchObject({ movable: 0, refusal: 'books_differ' })
  })

  it('is read by the provider’s event, also when it comes twice', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.approved(of, 4000)
    const { provider_object } = await at.detail(id)
    await at.days(2)
    for (const _again of [1, 2])
      await at.services.provider_events['payout.']?.(at.services, 'stripe', {
        ...{ type: 'payout.paid', object_id: provider_object as string, payment_intent: null },
      })
    expect(await at.detail(id)).toMatchObject({ state: 'paid' })
    expect(await at.books(of)).toMatchObject({ bank: 4000, connected_balance: 6000 })
  })
})

describe('a lost answer', () => {
  it('stays unknown, and is asked again with the same key: one payout', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 7000)
    await at.act(id, 'approve', at.people.bruno)
    await at.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/payouts', method: 'POST', processed: true })
    await runJobs(at.services)
    await at.sandbox.heal()
    expect(await at.detail(id)).toMatchObject({ state: 'unknown' })
    expect(await at.request(of, 3001)).toMatchObject({ status: 409 })
    await at.sweep()
    expect(await at.detail(id)).toMatchObject({ state: 'sent' })
    expect(await at.payoutsOf(of)).toHaveLength(1)
    expect(await at.books(of)).toMatchObject({ connected_balance: 3000, payout_transit: 7000 })
  })

  it('stays unknown also when the provider refuses to list payouts: that is no answer about the payout', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 7000)
    await at.act(id, 'approve', at.people.bruno)
    await at.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/payouts', method: 'POST', processed: true })
    await runJobs(at.services)
    await at.sandbox.heal()
    const { stripe } = at.services.providers.get('stripe')
    const list = vi.spyOn(stripe.payouts, 'list').mockImplementation(() => {
      throw new Stripe.errors.StripeInvalidRequestError({
        type: 'invalid_request_error',
        code: 'account_invalid',
      })
    })
    await at.sweep()
    list.mockRestore()
    expect(await at.detail(id)).toMatchObject({ state: 'unknown' })
    await at.sweep()
    expect(await at.detail(id)).toMatchObject({ state: 'sent' })
    expect(await at.payoutsOf(of)).toHaveLength(1)
  })

  it('is found by the reading at night too, and posted once', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 7000)
    await at.act(id, 'approve', at.people.bruno)
    await at.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/payouts', method: 'POST', processed: true })
    await runJobs(at.services)
    await at.sandbox.heal()
    await at.services.asSystem((tx) =>
      at.services.queue.enqueue(tx, 'read-payouts', { provider_account: 'stripe' }),
    )
    await runJobs(at.services)
    expect(await at.detail(id)).toMatchObject({ state: 'sent' })
    await at.sweep()
    expect(await at.books(of)).toMatchObject({ connected_balance: 3000, payout_transit: 7000 })
    expect(await at.payoutsOf(of)).toHaveLength(1)
  })

  it('a crash between approval and the provider’s call: the sweep sends it', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 1000)
    await at.act(id, 'approve', at.people.bruno)
    await at.loseJob()
    await at.sweep()
    expect(await at.detail(id)).toMatchObject({ state: 'sent' })
  })

  it('503: the provider does not tell the balance, and nothing is written', async () => {
    const of = await at.withMoney(10_000)
    await at.sandbox.fault({ kind: 'drop', rate: 1, path: '/v1/balance' })
    expect((await at.request(of, 1000)).status).toBe(503)
    await at.sandbox.heal()
    expect(await at.balance(of)).toMatchObject({ reserved: 0 })
  })
})

describe('409: decided', () => {
  it('refused with a reason by another, never by who asked; withdrawn only by who asked', async () => {
    const of = await at.withMoney(10_000)
    const { anna, bruno } = at.people
    const id = await at.requested(of, 1000)
    expect((await at.act(id, 'refuse', anna, { reason: 'No' })).body.error).toBe('refused_by_another')
    expect((await at.act(id, 'withdraw', bruno)).body.error).toBe('withdrawn_by_another')
    expect((await at.act(id, 'refuse', bruno, { reason: 'Serve la delibera' })).body).toMatchObject({
      state: 'refused',
      closing_reason: 'Serve la delibera',
    })
    expect((await at.act(id, 'approve', bruno)).body.error).toBe('moves_forward')
    const other = await at.requested(of, 1000)
    // It has not left: it is not cancelled, but withdrawn or refused.
    expect((await at.act(other, 'cancel', anna, { reason: 'No' })).body).toMatchObject({
      error: 'not_approved',
      error_description: expect.stringMatching(/ritir.*rifiut/),
    })
    expect((await at.act(other, 'withdraw', anna)).body).toMatchObject({ state: 'withdrawn' })
    expect(await at.balance(of)).toMatchObject({ reserved: 0, movable: 10_000 })
  })
})

describe('who sees it', () => {
  it('the office reads its own, without the back office’s history; others find nothing (404)', async () => {
    const owner = await signIn(at.services, 'customer')
    const of = await at.withMoney(10_000, { customer_id: owner.customer_id })
    const id = await at.requested(of, 1000)
    const { body } = await at.call<{ items: object[] }>('GET', 'money-transfers', owner)
    expect(body.items).toMatchObject([{ money_transfer_id: id, reason: 'Fondi per il tetto' }])
    expect(await at.detail(id, owner)).toMatchObject({
      iban_history: [],
      may_refuse: false,
      why_not_approve: null,
    })
    const stranger = await signIn(at.services, 'customer')
    expect((await at.call('GET', `money-transfers/${id}`, stranger)).status).toBe(404)
    expect((await at.act(id, 'approve', owner)).status).toBe(403)
    const elsewhere = await signInSubUser(at.services, owner.customer_id, {
      permissions: ['payments:read'],
      accounts: [],
    })
    expect((await at.call('GET', `money-transfers/${id}`, elsewhere)).status).toBe(404)
  })

  it('a statement leads from opening to closing; under a text neither belongs; days in their order', async () => {
    const of = await at.withMoney(10_000)
    const statement = (query: string) =>
      at.call<{ count: number; opening?: number; closing?: number; money_in: number; fields?: object }>(
        'GET',
        `balance-movements/summary?account_id=${of.account_id}&${query}`,
        at.people.bruno,
      )
    const whole = (await statement('')).body
    expect(whole).toMatchObject({ opening: 0, closing: 10_000 })
    const some = (await statement('q=niente-di-simile')).body
    expect(some).toEqual({ count: 0, money_in: 0, money_out: 0 })
    expect((await statement('ids=1')).body).not.toHaveProperty('opening')
    const later = await statement('day_from=2199-01-01&day_to=2199-12-31')
    expect(later.body).toMatchObject({ opening: 10_000, closing: 10_000, money_in: 0 })
    const backwards = 'day_from=2026-02-01&day_to=2026-01-31'
    expect(await statement(backwards)).toMatchObject({
      status: 400,
      body: { fields: { day_to: expect.any(String) } },
    })
    for (const what of ['', '/export'])
      expect(
        (
          await at.call(
            'GET',
            `balance-movements${what}?account_id=${of.account_id}&${backwards}`,
            at.people.bruno,
          )
        ).status,
      ).toBe(400)
  })

  it('lists, sums and exports them, also what waits', async () => {
    const of = await at.withMoney(10_000)
    await at.requested(of, 1000)
    const summary = await at.call(
      'GET',
      `money-transfers/summary?account_id=${of.account_id}`,
      at.people.bruno,
    )
    expect(summary.body).toEqual({ count: 1, amount: 1000, to_approve: 1 })
    for (const list of ['money-transfers', 'movable-balances', `balance-movements`]) {
      const query =
        list === 'balance-movements' ? `account_id=${of.account_id}` : `q=${of.name.split(' ').at(-1)}`
      for (const format of ['csv', 'xlsx']) {
        const file = await at.test.app.inject({
          url: `/v1/${list}/export?${query}&format=${format}`,
          headers: at.people.anna.headers,
        })
        expect(file.statusCode, file.body).toBe(200)
        if (format === 'csv') expect(file.body.split('\n').length).toBeGreaterThan(1)
      }
    }
  })
})
