import type { PaymentSource } from '@saldo/contract/sources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { makeSubject } from '../../testing/people.ts'
import { openSourceDesk, type SourceDesk } from '../../testing/source-desk.ts'

let desk: SourceDesk
beforeAll(async () => {
  desk = await openSourceDesk()
})
afterAll(() => desk.close())

describe('delete_source', () => {
  it('200: detached at the provider, the mandate inactive on both sides', async () => {
    const { own, subject_id } = await desk.resident()
    const { body } = await desk.saveIban(own)
    const removed = await desk.post<PaymentSource>(`delete_source/${subject_id}/${body.source_id}`, own)
    expect(removed).toMatchObject({
      status: 200,
      body: { state: 'removed', is_default: false, mandate: { state: 'revoked' } },
    })
    const [row] = await desk.asSystem(
      (tx) => tx`
      select s.provider_method, m.provider_mandate from payment_sources s join mandates m using (source_id)
      where source_id = ${body.source_id}`,
    )
    expect((await desk.sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).customer).toBeNull()
    expect((await desk.sandbox.stripe.mandates.retrieve(row?.provider_mandate)).status).toBe('inactive')
    expect((await desk.post(`delete_source/${subject_id}/${body.source_id}`, own)).status).toBe(404)
  })
  it('is never half done: a silent provider is told by a job', async () => {
    const { own, subject_id } = await desk.resident()
    const { body } = await desk.saveCard(own)
    await desk.sandbox.fault({ kind: '500', rate: 1, path: '/v1/payment_methods/*/detach' })
    const removed = await desk.post<PaymentSource>(`delete_source/${subject_id}/${body.source_id}`, own)
    expect(removed.body.state).toBe('removing')
    await desk.sandbox.heal()
    await desk.asSystem(
      (tx) => tx`update payment_sources set next_check_at = now() where source_id = ${body.source_id}`,
    )
    await desk.asSystem((tx) => desk.test.services.queue.enqueue(tx, 'sweep-sources', {}))
    await runJobs(desk.test.services)
    const [row] = await desk.asSystem(
      (tx) => tx`select state, provider_method from payment_sources where source_id = ${body.source_id}`,
    )
    expect(row?.state).toBe('removed')
    expect((await desk.sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).customer).toBeNull()
  })
  it('404: a source of another owner, also of the same administrator', async () => {
    const one = await desk.resident()
    const { body } = await desk.saveCard(one.own)
    const neighbour = await makeSubject(desk.test.services, one.customer_id)
    expect((await desk.post(`delete_source/${neighbour}/${body.source_id}`, one.staff)).status).toBe(404)
    expect((await desk.post(`delete_source/0/${body.source_id}`, one.staff)).status).toBe(404)
    const other = await desk.resident()
    expect((await desk.post(`delete_source/${one.subject_id}/${body.source_id}`, other.own)).status).toBe(404)
    expect((await desk.post(`delete_source/${one.subject_id}/${body.source_id}`, other.staff)).status).toBe(
      404,
    )
  })
})

describe('default_source', () => {
  it('200: one default per owner, whoever asks at the same time', async () => {
    const { own, subject_id } = await desk.resident()
    const card = await desk.saveCard(own)
    const account = await desk.saveIban(own)
    expect(account.body.is_default).toBe(false)
    const ids = [card.body.source_id, account.body.source_id]
    const asked = Array.from({ length: 12 }, (_, turn) =>
      desk.post(`default_source/${subject_id}/${ids[turn % 2]}`, own),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    expect((await desk.sourcesOf(own)).sources.filter(({ is_default }) => is_default)).toHaveLength(1)
  })
  it('409: what is not confirmed yet', async () => {
    const { own, subject_id } = await desk.resident()
    const { body } = await desk.saveCard(own, { payment_method_id: 'pm_card_threeDSecure2Required' })
    expect(await desk.post(`default_source/${subject_id}/${body.source_id}`, own)).toMatchObject({
      status: 409,
      body: { error: 'not_usable' },
    })
  })
})

describe('exp_date', () => {
  const soon = new Date().getFullYear() + 4
  it('200: the provider is told', async () => {
    const { own, subject_id } = await desk.resident()
    const { body } = await desk.saveCard(own)
    const changed = await desk.post<PaymentSource>(`exp_date/${subject_id}/${body.source_id}/09-${soon}`, own)
    expect(changed).toMatchObject({ status: 200, body: { exp_month: 9, exp_year: soon } })
    const [row] = await desk.asSystem(
      (tx) => tx`select provider_method from payment_sources where source_id = ${body.source_id}`,
    )
    expect((await desk.sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).card).toMatchObject({
      exp_month: 9,
      exp_year: soon,
    })
  })
  it.each(['09-2020', '13-2090', '9-2090', 'presto'])('400 at the field: %s', async (expiry) => {
    const { own, subject_id } = await desk.resident()
    const { body } = await desk.saveCard(own)
    const reply = await desk.post(`exp_date/${subject_id}/${body.source_id}/${expiry}`, own)
    expect(reply).toMatchObject({ status: 400, body: { fields: { expiry: expect.any(String) } } })
  })
  it('409: a bank account has none', async () => {
    const { own, subject_id } = await desk.resident()
    const { body } = await desk.saveIban(own)
    expect(await desk.post(`exp_date/${subject_id}/${body.source_id}/09-2090`, own)).toMatchObject({
      status: 409,
      body: { error: 'not_a_card' },
    })
  })
})

describe('account/delete-sepa', () => {
  it('200: detaches the office’s own accounts, and nobody else’s', async () => {
    const { customer_id, staff, subject_id } = await desk.resident()
    const signed_on = '2026-03-02'
    await desk.saveIban(staff, {})
    await desk.saveCard(staff)
    await desk.saveIban(
      staff,
      { id: subject_id, mandate: { accepted: true, signed_on } },
      'IT84E9999999999000000000004',
    )
    expect(await desk.post(`account/delete-sepa/${customer_id}`, staff)).toMatchObject({
      status: 200,
      body: { removed: 1, removing: 0 },
    })
    expect((await desk.sourcesOf(staff)).sources.map(({ type }) => type)).toEqual(['card'])
    expect((await desk.sourcesOf(staff, subject_id)).sources.map(({ type }) => type)).toEqual(['sepa_debit'])
    const mandates = await desk.asSystem(
      (tx) =>
        tx`select state from mandates where customer_id = ${customer_id} and subject_id is null and last4 = '0001'`,
    )
    expect(mandates.map(({ state }) => state)).toEqual(['revoked'])
  })
  it('404: another’s office', async () => {
    const { staff } = await desk.resident()
    expect(
      (await desk.post(`account/delete-sepa/${(await desk.resident()).customer_id}`, staff)).status,
    ).toBe(404)
  })
})
