import { refundStates, refundTransitions } from '@saldo/domain/payments/refund'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkToken } from '../../http/link-token.ts'
import { testSecret } from '../../testing/app.ts'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { type RefundFixtures, refundFixtures } from '../../testing/features/refund-fixtures.ts'
import { makeAccount, makeBill, signIn } from '../../testing/people.ts'

let fixtures: RefundFixtures
beforeAll(async () => {
  fixtures = await refundFixtures()
})
afterAll(() => fixtures.close())

const instalmentsOf = (bill_id: number) =>
  fixtures.test.services.asSystem(async (tx) => {
    const rows = await tx`select settled from bill_instalments where bill_id = ${bill_id} order by position`
    return rows.map(({ settled }) => settled as number)
  })
const mailsOf = (bill_id: number) =>
  fixtures.test.services.asSystem(async (tx) => {
    const rows = await tx`select template from emails where bill_id = ${bill_id} order by email_id`
    return rows.map(({ template }) => template as string)
  })

describe('201: a card', () => {
  it('refunded completely: the bill asks for everything again, and the payer is notified', async () => {
    const { payment_id, bill_id, amount } = await fixtures.paidByCard()
    const { status, body } = await fixtures.refund(payment_id, { note: 'Ha pagato il vicino' })
    expect({ status, state: body.state }).toEqual({ status: 201, state: 'succeeded' })
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: amount, count: 1 })
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'refunded', settled: 0 })
    const now = await fixtures.detail(payment_id)
    expect(now).toMatchObject({ state: 'refunded', refunded: amount, refunding: 0 })
    expect(now.allocations[0]).toMatchObject({ rule: 'refund', parts: [] })
    expect(now.allocations).toHaveLength(2)
    expect((await fixtures.ledgerOf(payment_id)).receivables ?? 0).toBe(0)
    expect(await mailsOf(bill_id)).toEqual(['receipt', 'refund'])
    expect(now.timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['refund_started', 'refunded']),
    )
    expect((await fixtures.refund(payment_id)).status).toBe(409)
    const { body: again } = await fixtures.test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${(await billAgain(bill_id)).token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount: 41_250 },
    })
    expect((again as { state: string }).state).toBe('succeeded')
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'paid' })
  })
  const billAgain = async (bill_id: number) => {
    const reply = await fixtures.test.call({ url: `/v1/bills/link/${bill_id}`, headers: fixtures.headers })
    return { token: (reply.body as { url: string }).url.split('/').at(-1) as string }
  }

  it('refunded in part: the instalment due last is reopened first', async () => {
    const { payment_id, bill_id } = await fixtures.paidByCard()
    expect((await fixtures.refund(payment_id, { amount: 25_000 })).body.state).toBe('succeeded')
    expect(await instalmentsOf(bill_id)).toEqual([16_250, 0])
    expect(await fixtures.billOf(bill_id)).toMatchObject({
      phase: 'partly_paid',
      settled: 16_250,
    })
    expect(await fixtures.detail(payment_id)).toMatchObject({ state: 'partly_refunded', refunded: 25_000 })
    const token = linkToken(testSecret, { opens: 'payment', payment_id })
    expect((await fixtures.test.call({ url: `/v1/checkout-result/${token}` })).body).toMatchObject({
      ...{ state: 'partly_refunded', amount: 41_250, refunded: 25_000 },
    })
    const more = await fixtures.refund(payment_id, { amount: 16_251 })
    expect(more).toMatchObject({ status: 409, body: { error: 'more_than_left' } })
    expect(more.body.fields?.amount).toContain('162,50')
    expect((await fixtures.refund(payment_id, { amount: 16_250 })).body.state).toBe('succeeded')
    expect(await fixtures.detail(payment_id)).toMatchObject({ state: 'refunded' })
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 41_250, count: 2 })
  })

  it('refunded twice with the same key: one refund', async () => {
    const { payment_id } = await fixtures.paidByCard()
    const one = await fixtures.refund(payment_id, { amount: 1_000 }, 'same-form-1')
    const two = await fixtures.refund(payment_id, { amount: 1_000 }, 'same-form-1')
    expect(two.body.refund_id).toBe(one.body.refund_id)
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 1_000, count: 1 })
  })

  it('refunded again with the key of another refund: 409, with what was refunded', async () => {
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.refund(payment_id, { amount: 1_000 }, 'same-form-2')
    const other = await fixtures.refund(payment_id, { amount: 2_500 }, 'same-form-2')
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused' } })
    expect(JSON.stringify(other.body)).toContain('10,00')
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 1_000, count: 1 })
  })

  it('refunded by fifty parallel requests: never more than was paid', async () => {
    const { payment_id, bill_id } = await fixtures.paidByCard('pm_card_visa', [10_000])
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => fixtures.refund(payment_id, { amount: 700 })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(14)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]))
    await fixtures.sweepNow()
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 9_800, count: 14 })
    expect(await fixtures.detail(payment_id)).toMatchObject({
      refunded: 9_800,
      refunding: 0,
      state: 'partly_refunded',
    })
    expect(await fixtures.billOf(bill_id)).toMatchObject({ settled: 200 })
    expect((await fixtures.ledgerOf(payment_id)).receivables).toBe(-200)
  })

  it('paid through a connected account: the refund comes from there', async () => {
    const destination = await fixtures.sandbox.stripe.accounts.create({
      type: 'express',
      country: 'IT',
      capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
    })
    await fetch(`${fixtures.sandbox.url}/_sandbox/accounts/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: destination.id }),
    })
    const account_id = await makeAccount(fixtures.test.services, fixtures.customer_id)
    await fixtures.test.services.asSystem(
      (tx) =>
        tx`update accounts set account_destination = ${destination.id} where account_id = ${account_id}`,
    )
    const bill = await makeBill(fixtures.test.services, fixtures.customer_id, { account_id })
    const reply = await fixtures.test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { payment_id, state } = reply.body as { payment_id: number; state: string }
    expect(state).toBe('succeeded')
    expect((await fixtures.refund(payment_id, { amount: 1_250 })).body.state).toBe('succeeded')
    const [given] = (
      await fixtures.sandbox.stripe.refunds.list({ charge: await fixtures.chargeOf(payment_id) })
    ).data
    expect(given?.transfer_reversal).toEqual(expect.any(String))
  })
})

describe('a slow refund', () => {
  it('counts as refunded while the bank has it, and afterwards', async () => {
    const { payment_id, bill_id } = await fixtures.paidByCard('pm_card_pendingRefund')
    expect((await fixtures.refund(payment_id, { amount: 21_250 })).body.state).toBe('pending')
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'partly_paid', settled: 20_000 })
    await fixtures.sandbox.advance(120)
    await deliverEvents(fixtures.test, fixtures.sandbox)
    expect((await fixtures.detail(payment_id)).refunds[0]).toMatchObject({ state: 'succeeded' })
    expect(await fixtures.detail(payment_id)).toMatchObject({ refunded: 21_250, state: 'partly_refunded' })
    expect(await mailsOf(bill_id)).toEqual(['receipt', 'refund'])
  })

  it('that fails later restores everything', async () => {
    const { payment_id, bill_id, amount } = await fixtures.paidByCard()
    await fixtures.refund(payment_id)
    const before = await fixtures.detail(payment_id)
    expect(before.state).toBe('refunded')
    await fixtures.sandbox.failRefund(before.refunds[0]?.provider_object as string)
    await deliverEvents(fixtures.test, fixtures.sandbox)
    const after = await fixtures.detail(payment_id)
    expect(after).toMatchObject({ state: 'succeeded', refunded: 0 })
    expect(after.refunds[0]).toMatchObject({ state: 'failed' })
    expect(after.allocations[0]).toMatchObject({ rule: 'refund_failed' })
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'paid', settled: amount })
    expect((await fixtures.ledgerOf(payment_id)).receivables).toBe(-amount)
    expect(after.timeline.at(-1)?.kind).toBe('refund_failed')
    expect((await fixtures.refund(payment_id, { amount: 100 })).body.state).toBe('succeeded')
  })

  it('that fails after its bill was cancelled becomes credit', async () => {
    const { payment_id, bill_id, amount, subject_id } = await fixtures.paidByCard()
    await fixtures.refund(payment_id)
    const { headers } = fixtures
    const url = `/v1/bills/cancel/${bill_id}`
    expect((await fixtures.test.call({ method: 'POST', url, headers })).status).toBe(200)
    await fixtures.sandbox.failRefund(
      (await fixtures.detail(payment_id)).refunds[0]?.provider_object as string,
    )
    await deliverEvents(fixtures.test, fixtures.sandbox)
    expect(await fixtures.creditOf(subject_id)).toBe(amount)
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'cancelled', settled: 0 })
  })

  it('that fails after the bill was paid in another way becomes credit', async () => {
    const { payment_id, bill_id, amount, subject_id, account_id } = await fixtures.paidByCard()
    await fixtures.refund(payment_id)
    await fixtures.test.call({
      method: 'POST',
      url: '/v1/payments',
      headers: fixtures.headers,
      payload: {
        account_id,
        subject_id,
        amount,
        bill_ids: [bill_id],
        received_on: '2026-11-20',
        credit_surplus: true,
      },
    })
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'paid' })
    await fixtures.sandbox.failRefund(
      (await fixtures.detail(payment_id)).refunds[0]?.provider_object as string,
    )
    await deliverEvents(fixtures.test, fixtures.sandbox)
    expect((await fixtures.detail(payment_id)).allocations[0]).toMatchObject({ credit: amount, parts: [] })
    expect(await fixtures.billOf(bill_id)).toMatchObject({ phase: 'paid', settled: amount })
    expect(await fixtures.creditOf(subject_id)).toBe(amount)
  })
})
it('a refund made by hand at the provider is recorded once', async () => {
  const { payment_id, bill_id } = await fixtures.paidByCard()
  await fixtures.sandbox.stripe.refunds.create({
    charge: await fixtures.chargeOf(payment_id),
    amount: 21_250,
  })
  await deliverEvents(fixtures.test, fixtures.sandbox)
  await deliverEvents(fixtures.test, fixtures.sandbox)
  expect(await fixtures.detail(payment_id)).toMatchObject({ refunded: 21_250, state: 'partly_refunded' })
  expect((await fixtures.detail(payment_id)).refunds).toMatchObject([
    { actor: 'provider', state: 'succeeded' },
  ])
  expect(await fixtures.billOf(bill_id)).toMatchObject({ settled: 20_000 })
})

describe('refusals', () => {
  it('409: while the payment is pending, or disputed', async () => {
    const bill = await makeBill(fixtures.test.services, fixtures.customer_id)
    const reply = await fixtures.test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_threeDSecure2Required' },
    })
    expect(await fixtures.refund((reply.body as { payment_id: number }).payment_id)).toMatchObject({
      status: 409,
    })
    const { payment_id } = await fixtures.paidByCard()
    await fixtures.sandbox.dispute(await fixtures.chargeOf(payment_id))
    // We have not heard of the dispute yet: the provider refuses, and nothing changes.
    expect((await fixtures.refund(payment_id)).body).toMatchObject({
      state: 'failed',
      failure_code: 'charge_disputed',
    })
    await deliverEvents(fixtures.test, fixtures.sandbox)
    expect(await fixtures.refund(payment_id)).toMatchObject({ status: 409, body: { error: 'disputed' } })
    expect(await fixtures.detail(payment_id)).toMatchObject({ refunded: 0, refunding: 0, state: 'disputed' })
  })
  it('404: another customer’s payment; 403: a consumer', async () => {
    const { payment_id } = await fixtures.paidByCard()
    const stranger = await signIn(fixtures.test.services, 'customer')
    const ask = (who: Record<string, string>) =>
      fixtures.test.call({
        method: 'POST',
        url: `/v1/stripe/refund/${payment_id}`,
        headers: who,
        payload: { reason: 'duplicate' },
      })
    expect((await ask(stranger.headers)).status).toBe(404)
    expect((await ask((await signIn(fixtures.test.services, 'consumer')).headers)).status).toBe(403)
    expect(await fixtures.atProvider(payment_id)).toEqual({ refunded: 0, count: 0 })
  })
  it('400: no reason, or no amount', async () => {
    const { payment_id } = await fixtures.paidByCard()
    expect((await fixtures.refund(payment_id, { reason: 'boh' })).body.fields).toHaveProperty('reason')
    expect((await fixtures.refund(payment_id, { amount: 0 })).body.fields).toHaveProperty('amount')
  })
})

describe('the database', () => {
  it('has the domain’s table of transitions', async () => {
    const rows = await fixtures.test.services.asSystem(
      (tx) => tx`
        select f as from_state, t as to_state from unnest(${[...refundStates]}::text[]) f, unnest(${[...refundStates]}::text[]) t
        where refund_may_move(f, t)`,
    )
    const wanted = Object.entries(refundTransitions).flatMap(([from, tos]) =>
      tos.map((to) => `${from} ${to}`),
    )
    expect(rows.map((row) => `${row.from_state} ${row.to_state}`).sort()).toEqual(wanted.sort())
  })
  it('refuses more than was paid, whoever writes it', async () => {
    const { payment_id, amount } = await fixtures.paidByCard()
    await fixtures.refund(payment_id, { amount: 1_000 })
    await expect(
      fixtures.test.services.asSystem(
        (tx) => tx`
          insert into refunds (customer_id, payment_id, amount, way, state, reason, actor, provider_account)
          values (${fixtures.customer_id}, ${payment_id}, ${amount - 999}, 'provider', 'recorded', 'duplicate', 'prova', 'stripe')`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'never_refund_more' })
  })
})
