import type { PaymentSource } from '@saldo/contract/payments/sources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { type SourceFixtures, sourceFixtures } from '../../testing/features/source-fixtures.ts'
import { makeSubject } from '../../testing/people.ts'

let fixtures: SourceFixtures
beforeAll(async () => {
  fixtures = await sourceFixtures()
})
afterAll(() => fixtures.close())

describe('delete_source', () => {
  it('200: removes it at the provider, and makes the mandate inactive on both sides', async () => {
    const { own, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveIban(own)
    const removed = await fixtures.post<PaymentSource>(`delete_source/${subject_id}/${body.source_id}`, own)
    expect(removed).toMatchObject({
      status: 200,
      body: { state: 'removed', is_default: false, mandate: { state: 'revoked' } },
    })
    const [row] = await fixtures.asSystem(
      (tx) => tx`
      select s.provider_method, m.provider_mandate from payment_sources s join mandates m using (source_id)
      where source_id = ${body.source_id}`,
    )
    expect((await fixtures.sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).customer).toBeNull()
    expect((await fixtures.sandbox.stripe.mandates.retrieve(row?.provider_mandate)).status).toBe('inactive')
    expect((await fixtures.post(`delete_source/${subject_id}/${body.source_id}`, own)).status).toBe(404)
  })
  it('200: a job finishes the removal if the provider is silent', async () => {
    const { own, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveCard(own)
    await fixtures.sandbox.fault({ kind: '500', rate: 1, path: '/v1/payment_methods/*/detach' })
    const removed = await fixtures.post<PaymentSource>(`delete_source/${subject_id}/${body.source_id}`, own)
    expect(removed.body.state).toBe('removing')
    await fixtures.sandbox.heal()
    await fixtures.asSystem(
      (tx) => tx`update payment_sources set next_check_at = now() where source_id = ${body.source_id}`,
    )
    await fixtures.asSystem((tx) => fixtures.test.services.queue.enqueue(tx, 'sweep-sources', {}))
    await runJobs(fixtures.test.services)
    const [row] = await fixtures.asSystem(
      (tx) => tx`select state, provider_method from payment_sources where source_id = ${body.source_id}`,
    )
    expect(row?.state).toBe('removed')
    expect((await fixtures.sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).customer).toBeNull()
  })
  it('404: a source of another owner, also of the same administrator', async () => {
    const one = await fixtures.resident()
    const { body } = await fixtures.saveCard(one.own)
    const neighbour = await makeSubject(fixtures.test.services, one.customer_id)
    expect((await fixtures.post(`delete_source/${neighbour}/${body.source_id}`, one.staff)).status).toBe(404)
    expect((await fixtures.post(`delete_source/0/${body.source_id}`, one.staff)).status).toBe(404)
    const other = await fixtures.resident()
    expect((await fixtures.post(`delete_source/${one.subject_id}/${body.source_id}`, other.own)).status).toBe(
      404,
    )
    expect(
      (await fixtures.post(`delete_source/${one.subject_id}/${body.source_id}`, other.staff)).status,
    ).toBe(404)
  })
})

describe('default_source', () => {
  it('200: sets one default per owner, also for parallel requests', async () => {
    const { own, subject_id } = await fixtures.resident()
    const card = await fixtures.saveCard(own)
    const account = await fixtures.saveIban(own)
    expect(account.body.is_default).toBe(false)
    const ids = [card.body.source_id, account.body.source_id]
    const asked = Array.from({ length: 12 }, (_, turn) =>
      fixtures.post(`default_source/${subject_id}/${ids[turn % 2]}`, own),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    expect((await fixtures.sourcesOf(own)).sources.filter(({ is_default }) => is_default)).toHaveLength(1)
  })
  it('409: a source that is not confirmed yet', async () => {
    const { own, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveCard(own, { payment_method_id: 'pm_card_threeDSecure2Required' })
    expect(await fixtures.post(`default_source/${subject_id}/${body.source_id}`, own)).toMatchObject({
      status: 409,
      body: { error: 'not_usable' },
    })
  })
})

describe('exp_date', () => {
  const soon = new Date().getFullYear() + 4
  it('200: is sent to the provider', async () => {
    const { own, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveCard(own)
    const changed = await fixtures.post<PaymentSource>(
      `exp_date/${subject_id}/${body.source_id}/09-${soon}`,
      own,
    )
    expect(changed).toMatchObject({ status: 200, body: { exp_month: 9, exp_year: soon } })
    const [row] = await fixtures.asSystem(
      (tx) => tx`select provider_method from payment_sources where source_id = ${body.source_id}`,
    )
    expect((await fixtures.sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).card).toMatchObject({
      exp_month: 9,
      exp_year: soon,
    })
  })
  it.each(['09-2020', '13-2090', '9-2090', 'presto'])('400 at the field: %s', async (expiry) => {
    const { own, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveCard(own)
    const reply = await fixtures.post(`exp_date/${subject_id}/${body.source_id}/${expiry}`, own)
    expect(reply).toMatchObject({ status: 400, body: { fields: { expiry: expect.any(String) } } })
  })
  it('409: a bank account', async () => {
    const { own, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveIban(own)
    expect(await fixtures.post(`exp_date/${subject_id}/${body.source_id}/09-2090`, own)).toMatchObject({
      status: 409,
      body: { error: 'not_a_card' },
    })
  })
})

describe('account/delete-sepa', () => {
  it('200: removes only the office’s own accounts', async () => {
    const { customer_id, staff, subject_id } = await fixtures.resident()
    const signed_on = '2026-03-02'
    await fixtures.saveIban(staff, {})
    await fixtures.saveCard(staff)
    await fixtures.saveIban(
      staff,
      { id: subject_id, mandate: { accepted: true, signed_on } },
      'IT84E9999999999000000000004',
    )
    expect(await fixtures.post(`account/delete-sepa/${customer_id}`, staff)).toMatchObject({
      status: 200,
      body: { removed: 1, removing: 0 },
    })
    expect((await fixtures.sourcesOf(staff)).sources.map(({ type }) => type)).toEqual(['card'])
    expect((await fixtures.sourcesOf(staff, subject_id)).sources.map(({ type }) => type)).toEqual([
      'sepa_debit',
    ])
    const mandates = await fixtures.asSystem(
      (tx) =>
        tx`select state from mandates where customer_id = ${customer_id} and subject_id is null and last4 = '0001'`,
    )
    expect(mandates.map(({ state }) => state)).toEqual(['revoked'])
  })
  it('404: another customer’s office', async () => {
    const { staff } = await fixtures.resident()
    expect(
      (await fixtures.post(`account/delete-sepa/${(await fixtures.resident()).customer_id}`, staff)).status,
    ).toBe(404)
  })
})
