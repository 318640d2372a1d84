import type { PaymentSource } from '@saldo/contract/payments/sources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../../testing/features/debit-fixtures.ts'
import { makeBill } from '../../../testing/people.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

describe('paying with a saved method', () => {
  it('201: the resident’s own card; staff on the holder’s mandate', async () => {
    const who = await fixtures.withCard()
    const paid = await fixtures.send<{ state: string }>('/v1/stripe/charge', who.own, {
      id: who.bill_id,
      source_id: who.source.source_id,
    })
    expect(paid).toMatchObject({ status: 201, body: { state: 'succeeded' } })
    const other = await fixtures.withAccount(accounts.good)
    const asked = await fixtures.send<{ state: string }>('/v1/stripe/charge', other.staff, {
      id: other.bill_id,
      source_id: other.source.source_id,
    })
    expect(asked).toMatchObject({ status: 201, body: { state: 'processing' } })
  })
  it('409: without a valid mandate', async () => {
    const who = await fixtures.withCard()
    await fixtures.asSystem(
      (tx) => tx`update mandates set state = 'revoked' where source_id = ${who.source.source_id}`,
    )
    const refused = await fixtures.send('/v1/stripe/charge', who.staff, {
      id: who.bill_id,
      source_id: who.source.source_id,
    })
    expect(refused).toMatchObject({ status: 409, body: { error: 'source_not_usable' } })
  })
  it('400: a payer with a link cannot use a saved method', async () => {
    const who = await fixtures.withCard()
    const refused = await fixtures.send(
      `/v1/stripe/charge/${who.token}`,
      {},
      { source_id: who.source.source_id },
    )
    expect(refused.status).toBe(400)
    expect(await fixtures.received(who.bill_id)).toBe(0)
  })
})

describe('save_payment_method', () => {
  it('by a link: the card pays, is saved for the bill’s subject, and pays the next bill', async () => {
    const who = await fixtures.resident()
    const paid = await fixtures.send<{ state: string }>(
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
    const { body } = await fixtures.send<{ sources: PaymentSource[] }>('/v1/stripe/retrieve_sources', who.own)
    expect(body.sources).toMatchObject([
      {
        owner_id: who.subject_id,
        state: 'active',
        last4: '4242',
        is_default: true,
        mandate: { state: 'active' },
      },
    ])
    const next = await makeBill(fixtures.test.services, who.customer_id, {
      subject_id: who.subject_id,
      account_id: who.account_id,
    })
    const charged = await fixtures.send<{ state: string }>('/v1/stripe/charge', who.own, {
      id: next.bill_id,
      source_id: body.sources[0]?.source_id,
    })
    expect(charged.body.state).toBe('succeeded')
    expect(await fixtures.received(next.bill_id)).toBe(next.amount)
  })
  it('saves a bank account when the bank is asked, and it can be debited later', async () => {
    const who = await fixtures.resident()
    await fixtures.send(
      `/v1/stripe/charge/${who.token}`,
      {},
      {
        payment_method: 'SEPA_DEBIT',
        payment_method_id: await fixtures.methodAt(accounts.good),
        email: 'lucia@example.it',
        name: 'Lucia Rossi',
        save_payment_method: true,
        mandate: { accepted: true },
      },
    )
    await runJobs(fixtures.test.services)
    const { body } = await fixtures.send<{ sources: PaymentSource[] }>('/v1/stripe/retrieve_sources', who.own)
    const [source] = body.sources
    expect(source).toMatchObject({
      type: 'sepa_debit',
      last4: '0001',
      mandate: { state: 'active', umr: expect.any(String) },
    })
    expect(source?.mandate?.text).toContain('le bollette intestate a')
    const next = await makeBill(fixtures.test.services, who.customer_id, {
      subject_id: who.subject_id,
      account_id: who.account_id,
    })
    const planned = await fixtures.plan({ ...who, bill_id: next.bill_id, source: source as PaymentSource })
    await fixtures.collect(planned.body.debit_id)
    await fixtures.settle(planned.body.debit_id)
    expect(await fixtures.received(next.bill_id)).toBe(next.amount)
  })
  it('422: without the consent', async () => {
    const who = await fixtures.resident()
    const refused = await fixtures.send(
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
  it('503: the provider does not answer beforehand, and nothing is charged', async () => {
    const who = await fixtures.resident()
    await fixtures.sandbox.fault({ kind: '500', rate: 1, path: '/v1/customers' })
    const body = {
      payment_method: 'CARD',
      payment_method_id: 'pm_card_visa',
      email: 'lucia@example.it',
      save_payment_method: true,
      mandate: { accepted: true },
    }
    const silent = await fixtures.send(`/v1/stripe/charge/${who.token}`, {}, body)
    await fixtures.sandbox.heal()
    expect(silent).toMatchObject({ status: 503, body: { error: 'provider_silent' } })
    expect(await fixtures.asked(who.bill_id)).toEqual([])
  })
})
