import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { type SourceFixtures, sourceFixtures } from '../../../testing/features/source-fixtures.ts'

let fixtures: SourceFixtures
beforeAll(async () => {
  fixtures = await sourceFixtures()
})
afterAll(() => fixtures.close())

describe('create_source', () => {
  it('201: begins at the provider and returns what the browser needs; saving continues it', async () => {
    const { own, subject_id } = await fixtures.resident()
    const begun = await fixtures.post<{ source_id: number; client_secret: string; mandate_text: string }>(
      'create_source',
      own,
      {
        id: subject_id,
        type_id: 'CARD',
        email: 'lucia@example.it',
      },
    )
    expect(begun.status).toBe(201)
    expect(begun.body).toMatchObject({
      type: 'card',
      publishable_key: 'pk_test_saldo',
      api_base: fixtures.sandbox.url,
    })
    const setup = await fixtures.sandbox.stripe.setupIntents.retrieve(
      begun.body.client_secret.split('_secret_')[0] as string,
    )
    expect(setup).toMatchObject({ status: 'requires_payment_method', usage: 'off_session' })
    expect((await fixtures.sourcesOf(own)).sources).toEqual([])
    const saved = await fixtures.saveCard(own, { id: subject_id, source_id: begun.body.source_id })
    expect(saved).toMatchObject({ status: 201, body: { source_id: begun.body.source_id, state: 'active' } })
    const again = await fixtures.saveCard(own, { id: subject_id, source_id: begun.body.source_id })
    expect(again).toMatchObject({ status: 409, body: { error: 'not_begun' } })
  })
  it('409: staff enters the card of somebody else', async () => {
    const { staff, subject_id } = await fixtures.resident()
    const body = { id: subject_id, type_id: 'card', email: 'lucia@example.it' }
    expect(await fixtures.post('create_source', staff, body)).toMatchObject({
      status: 409,
      body: { error: 'needs_holder' },
    })
    expect(await fixtures.saveCard(staff, { id: subject_id })).toMatchObject({
      status: 409,
      body: { error: 'needs_holder' },
    })
  })
  it('503: the provider does not answer', async () => {
    const { own } = await fixtures.resident()
    await fixtures.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/customers' })
    try {
      const reply = await fixtures.post('create_source', own, { type_id: 'card', email: 'lucia@example.it' })
      expect(reply).toMatchObject({ status: 503, body: { error: 'provider_silent' } })
    } finally {
      await fixtures.sandbox.heal()
    }
  })
})

describe('save_source', () => {
  it('201: saves a card at the provider with its consent, as the default', async () => {
    const { own } = await fixtures.resident()
    const { status, body } = await fixtures.saveCard(own)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'card',
      state: 'active',
      brand: 'visa',
      last4: '4242',
      is_default: true,
      exp_month: 12,
    })
    expect(body.mandate).toMatchObject({ state: 'active', umr: null, accepted_from: '127.0.0.1' })
    expect(body.mandate?.text).toContain('carta')
    expect((await fixtures.sourcesOf(own)).sources).toEqual([body])
    expect(JSON.stringify(body)).not.toMatch(/pm_|cus_|seti_|IT56B/)
  })
  it('201: saves an account with a mandate under the provider’s reference', async () => {
    const { own, customer_id } = await fixtures.resident()
    const { body } = await fixtures.saveIban(own)
    expect(body).toMatchObject({
      type: 'sepa_debit',
      state: 'active',
      brand: 'bank',
      last4: '0001',
      holder: 'Lucia Rossi',
    })
    expect(body.mandate?.umr).toMatch(/^[A-Z0-9]{8,35}$/)
    expect(body.mandate?.timeline.map(({ kind }) => kind)).toEqual(['active', 'accepted'])
    expect(body.mandate?.text).toContain('8 settimane')
    expect(body.mandate?.text).toContain('SEPA Core, per pagamenti ricorrenti')
    const copies = await fixtures.asSystem(
      (tx) =>
        tx`select to_address, text from emails where template = 'mandate-copy' and customer_id = ${customer_id}`,
    )
    expect(copies).toHaveLength(1)
    expect(copies[0]?.text).toContain(body.mandate?.umr)
    const [kept] = await fixtures.asSystem(
      (tx) => tx`select provider_mandate from mandates where customer_id = ${customer_id}`,
    )
    expect(await fixtures.sandbox.stripe.mandates.retrieve(kept?.provider_mandate)).toMatchObject({
      status: 'active',
      type: 'multi_use',
    })
  })
  it('201: staff saves an account with a mandate signed on paper', async () => {
    const { staff, subject_id } = await fixtures.resident()
    const { body } = await fixtures.saveIban(staff, {
      id: subject_id,
      mandate: { accepted: true, signed_on: '2026-03-02' },
    })
    expect(body).toMatchObject({ owner_id: subject_id, state: 'active' })
    expect(body.mandate).toMatchObject({ signed_on: '2026-03-02', accepted_from: 'carta' })
  })
  it('400: staff gives no day of signing, or a future one', async () => {
    const { staff, subject_id } = await fixtures.resident()
    expect(await fixtures.saveIban(staff, { id: subject_id })).toMatchObject({
      status: 400,
      body: { fields: { mandate: expect.any(String) } },
    })
    const future = { accepted: true, signed_on: '2190-01-01' }
    expect(await fixtures.saveIban(staff, { id: subject_id, mandate: future })).toMatchObject({ status: 400 })
  })
  it('201: the office saves its own', async () => {
    const { staff, own } = await fixtures.resident()
    const { body } = await fixtures.saveCard(staff)
    expect(body).toMatchObject({ owner_id: 0, state: 'active' })
    expect((await fixtures.sourcesOf(staff)).sources).toHaveLength(1)
    expect((await fixtures.sourcesOf(own)).sources).toEqual([])
  })
  it('422: no mandate; nothing is saved', async () => {
    const { own } = await fixtures.resident()
    expect(await fixtures.saveCard(own, { mandate: undefined })).toMatchObject({
      status: 422,
      body: { error: 'mandate_not_accepted' },
    })
  })
  it('201: a declined card is failed with the reason, and not saved', async () => {
    const { own } = await fixtures.resident()
    const { body } = await fixtures.saveCard(own, { payment_method_id: 'pm_card_chargeDeclined' })
    expect(body.state).toBe('failed')
    expect(body.failure_reason).toMatch(/[.]$/)
    expect(body.mandate?.state).toBe('revoked')
    expect((await fixtures.sourcesOf(own)).sources).toEqual([])
  })
  it('201: 3-D Secure waits for the holder, and the card is saved once it is approved', async () => {
    const { own } = await fixtures.resident()
    const { body } = await fixtures.saveCard(own, { payment_method_id: 'pm_card_threeDSecure2Required' })
    expect(body.state).toBe('pending')
    const url = body.next_action?.redirect_url as string
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    expect((await fixtures.sourcesOf(own)).sources[0]).toMatchObject({
      source_id: body.source_id,
      state: 'active',
      is_default: true,
    })
  })
  it('201: the same key twice makes one source', async () => {
    const { own } = await fixtures.resident()
    const headers = { ...own, 'idempotency-key': 'form_0123456789' }
    const both = await Promise.all([
      fixtures.saveCard(headers),
      fixtures.saveCard(headers),
      fixtures.saveCard(headers),
    ])
    const saved = both.filter(({ status }) => status === 201)
    expect(new Set(saved.map(({ body }) => body.source_id)).size).toBe(1)
    expect((await fixtures.saveCard(headers)).status).toBe(201)
    expect((await fixtures.sourcesOf(own)).sources).toHaveLength(1)
  })
  it('409: the key of another source', async () => {
    const { own } = await fixtures.resident()
    const headers = { ...own, 'idempotency-key': 'form_9876543210' }
    await fixtures.saveCard(headers)
    expect(await fixtures.saveIban(headers)).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    })
    expect((await fixtures.sourcesOf(own)).sources).toHaveLength(1)
  })
  it('201: the same account again replaces the first one, which is removed at the provider', async () => {
    const { own, customer_id } = await fixtures.resident()
    const first = await fixtures.saveIban(own)
    const second = await fixtures.saveIban(own)
    await runJobs(fixtures.test.services)
    const sources = (await fixtures.sourcesOf(own)).sources
    expect(sources.map(({ source_id }) => source_id)).toEqual([second.body.source_id])
    expect(sources[0]?.is_default).toBe(true)
    const rows = await fixtures.asSystem(
      (tx) =>
        tx`select provider_method, state from payment_sources where source_id = ${first.body.source_id}`,
    )
    expect(rows[0]?.state).toBe('removed')
    expect(
      (await fixtures.sandbox.stripe.paymentMethods.retrieve(rows[0]?.provider_method)).customer,
    ).toBeNull()
    expect(customer_id).toBeGreaterThan(0)
  })
  it('201: after a lost answer the sweep finds that the source was saved', async () => {
    const { own } = await fixtures.resident()
    await fixtures.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/setup_intents/*/confirm', times: 9 })
    const { body } = await fixtures.saveCard(own)
    await fixtures.sandbox.heal()
    expect(body.state).toBe('pending')
    await fixtures.asSystem(
      (tx) => tx`
      update payment_sources set next_check_at = now(), confirm_started_at = now() - interval '5 minutes'
      where source_id = ${body.source_id}`,
    )
    await fixtures.asSystem((tx) => fixtures.test.services.queue.enqueue(tx, 'sweep-sources', {}))
    await runJobs(fixtures.test.services)
    const [row] = await fixtures.asSystem(
      (tx) => tx`select state, provider_setup from payment_sources where source_id = ${body.source_id}`,
    )
    const setup = await fixtures.sandbox.stripe.setupIntents.retrieve(row?.provider_setup)
    expect(row?.state).toBe(setup.status === 'succeeded' ? 'active' : 'failed')
    expect(['succeeded', 'canceled']).toContain(setup.status)
  })
})
