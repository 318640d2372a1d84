import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RefundFixtures, refundFixtures } from '../../testing/features/refund-fixtures.ts'
import { makeBill, makeSubject } from '../../testing/people.ts'

let fixtures: RefundFixtures
beforeAll(async () => {
  fixtures = await refundFixtures()
})
afterAll(() => fixtures.close())

describe('when the provider is silent', () => {
  it.each(['drop', 'reset', '500'])(
    '%s: the refund is unknown, then found, never made twice',
    async (kind) => {
      const { payment_id, bill_id } = await fixtures.paidByCard()
      await fixtures.sandbox.fault({ kind, rate: 1, path: '/v1/refunds' })
      const asked = await fixtures.refund(payment_id, { amount: 5_000 })
      expect(asked.status).toBe(201)
      expect(['recorded', 'unknown']).toContain(asked.body.state)
      expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'paid' })
      expect(await fixtures.detail(payment_id)).toMatchObject({ refunding: 5_000, refunded: 0 })
      // The amount of a pending refund cannot be refunded again.
      expect((await fixtures.refund(payment_id, { amount: 36_251 })).status).toBe(409)
      await expect
        .poll(async () => (await fixtures.detail(payment_id)).refunds[0]?.state, { timeout: 20_000 })
        .toBe('unknown')
      await fixtures.sandbox.heal()
      await fixtures.sweepNow()
      expect(await fixtures.detail(payment_id)).toMatchObject({ refunding: 0, refunded: 5_000 })
      expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 5_000, count: 1 })
    },
    40_000,
  )

  it('a refund that was never requested within a day fails, and can be requested again', async () => {
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.sandbox.fault({ kind: '500', rate: 1, path: '/v1/refunds', times: 1 })
    await fixtures.refund(payment_id, { amount: 5_000 })
    await fixtures.sandbox.heal()
    await fixtures.test.services.asSystem(
      (tx) => tx`update refunds set asked_at = now() - interval '21 hours' where payment_id = ${payment_id}`,
    )
    await fixtures.sweepNow()
    const now = await fixtures.detail(payment_id)
    expect(now).toMatchObject({ refunding: 0, refunded: 0, state: 'succeeded' })
    expect(now.refunds[0]).toMatchObject({ state: 'failed', failure_code: 'never_asked' })
    expect((await fixtures.refund(payment_id, { amount: 5_000 })).body.state).toBe('succeeded')
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 5_000, count: 1 })
  })
})

describe('a payment without a provider', () => {
  async function transfer(amount: number, due = [10_000]) {
    const subject_id = await makeSubject(fixtures.test.services, fixtures.customer_id)
    const bill = await makeBill(fixtures.test.services, fixtures.customer_id, { amounts: due, subject_id })
    const reply = await fixtures.test.call({
      method: 'POST',
      url: '/v1/payments',
      headers: fixtures.headers,
      payload: {
        account_id: bill.account_id,
        subject_id,
        amount,
        received_on: '2026-11-20',
        credit_surplus: true,
      },
    })
    return { ...bill, payment_id: (reply.body as { payment_id: number }).payment_id }
  }
  it('a bank transfer is recorded as refunded by the office, its credit first', async () => {
    const { payment_id, bill_id, subject_id } = await transfer(12_000)
    const { body } = await fixtures.refund(payment_id, {
      amount: 5_000,
      returned_on: '2026-11-21',
      reference: 'CRO 123',
    })
    expect(body).toMatchObject({
      state: 'succeeded',
      way: 'outside',
      returned_on: '2026-11-21',
      reference: 'CRO 123',
    })
    expect(await fixtures.creditOf(subject_id)).toBe(0)
    expect(await fixtures.billOf(bill_id)).toMatchObject({ settled: 7_000, phase: 'partly_paid' })
    expect(await fixtures.ledgerOf(payment_id)).toMatchObject({ bank: 7_000, receivables: -7_000 })
  })
  it('409: credit that was spent', async () => {
    const { payment_id, subject_id, account_id } = await transfer(12_000)
    const other = await makeBill(fixtures.test.services, fixtures.customer_id, {
      subject_id,
      account_id,
      amounts: [2_000],
    })
    await fixtures.test.call({
      method: 'POST',
      url: `/v1/bills/${other.bill_id}/credit`,
      headers: fixtures.headers,
    })
    expect(await fixtures.refund(payment_id, { amount: 10_001 })).toMatchObject({
      status: 409,
      body: { error: 'more_than_left' },
    })
    expect((await fixtures.refund(payment_id, { amount: 10_000 })).status).toBe(201)
  })
  it('credit becomes credit again', async () => {
    const { subject_id, account_id } = await transfer(12_000)
    const other = await makeBill(fixtures.test.services, fixtures.customer_id, {
      subject_id,
      account_id,
      amounts: [2_000],
    })
    const used = await fixtures.test.call({
      method: 'POST',
      url: `/v1/bills/${other.bill_id}/credit`,
      headers: fixtures.headers,
    })
    const { payment_id } = used.body as { payment_id: number }
    expect((await fixtures.refund(payment_id)).body).toMatchObject({ state: 'succeeded', way: 'credit' })
    expect(await fixtures.creditOf(subject_id)).toBe(2_000)
    expect(await fixtures.billOf(other.bill_id)).toMatchObject({ phase: 'refunded', settled: 0 })
    expect(await fixtures.ledgerOf(payment_id)).toMatchObject({ subject_credit: 0, receivables: 0 })
  })
  it('400: a day in the future', async () => {
    const { payment_id } = await transfer(12_000)
    expect(await fixtures.refund(payment_id, { returned_on: '2099-01-01' })).toMatchObject({ status: 400 })
  })
  it('400: a day on which the money still paid a bill, so that there was no credit', async () => {
    const { payment_id, bill_id } = await transfer(12_000)
    await fixtures.test.services.asSystem(async (tx) => {
      await tx`update payments set settled_at = settled_at - interval '30 days' where payment_id = ${payment_id}`
    })
    const moved = await fixtures.test.call({
      method: 'POST',
      url: `/v1/payments/${payment_id}/allocations`,
      headers: fixtures.headers,
      payload: { instalment_ids: [], amounts: [], credit_surplus: true, reason: 'La bolletta era sbagliata' },
    })
    expect(moved.status).toBe(200)
    const early = await fixtures.refund(payment_id, { returned_on: addDays(today(), -10) })
    expect(early.status).toBe(400)
    expect(early.body.fields?.returned_on).toContain('pagava ancora una bolletta')
    expect((await fixtures.refund(payment_id, { returned_on: today() })).status).toBe(201)
    expect(await fixtures.billOf(bill_id)).toMatchObject({ settled: 0 })
  })
  it('400: a day before the money arrived; the ledger has the day of the refund', async () => {
    const { payment_id } = await transfer(12_000)
    const refused = await fixtures.refund(payment_id, { returned_on: '2026-11-19' })
    expect(refused.status).toBe(400)
    expect(refused.body.fields?.returned_on).toContain('20/11/2026')
    expect((await fixtures.refund(payment_id, { returned_on: '2026-11-20' })).status).toBe(201)
    const [entry] = await fixtures.test.services.asSystem(
      (tx) => tx`select day from ledger_entries where payment_id = ${payment_id} and kind = 'refund'`,
    )
    expect(entry?.day).toBe('2026-11-20')
  })
})
