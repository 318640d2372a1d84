import type { PaymentSource, SourceLink } from '@saldo/contract/sources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

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

type Headers = Record<string, string>
const post = async <Body>(url: string, headers: Headers, payload?: object) => {
  const reply = await test.call({ method: 'POST', url: `/v1/stripe/${url}`, headers, payload })
  return {
    status: reply.status,
    body: reply.body as Body & { error?: string; fields?: Record<string, string> },
  }
}
const sourcesOf = async (headers: Headers, owner: number | '' = '') =>
  (
    await post<{ owners: { owner_id: number }[]; sources: PaymentSource[] }>(
      `retrieve_sources/${owner}`,
      headers,
    )
  ).body
const iban = async (number: string) =>
  (
    await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: number },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
  ).id
const asSystem = <R>(work: Parameters<typeof test.services.asSystem<R>>[0]) => test.services.asSystem(work)

/** A resident with one subject, and the office that keeps them. */
async function resident() {
  const customer_id = await makeCustomer(test.services)
  const consumer = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { user_id: consumer.user_id })
  await makeBill(test.services, customer_id, { subject_id })
  const staff = await signIn(test.services, 'customer', customer_id)
  return { customer_id, subject_id, own: consumer.headers, staff: staff.headers }
}
const cardBody = {
  type_id: 'card',
  payment_method_id: 'pm_card_visa',
  email: 'lucia@example.it',
  mandate: { accepted: true },
}
const saveCard = (headers: Headers, more: object = {}) =>
  post<PaymentSource>('save_source', headers, { ...cardBody, ...more })
const saveIban = async (headers: Headers, more: object = {}, number = 'IT56B9999999999000000000001') =>
  post<PaymentSource>('save_source', headers, {
    type_id: 'SEPA_DEBIT',
    payment_method_id: await iban(number),
    email: 'lucia@example.it',
    name: 'Lucia Rossi',
    mandate: { accepted: true },
    ...more,
  })

describe('create_source', () => {
  it('201: begins at the provider and gives the browser what it needs; saving goes on with it', async () => {
    const { own, subject_id } = await resident()
    const begun = await post<{ source_id: number; client_secret: string; mandate_text: string }>(
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
      api_base: sandbox.url,
    })
    const setup = await sandbox.stripe.setupIntents.retrieve(
      begun.body.client_secret.split('_secret_')[0] as string,
    )
    expect(setup).toMatchObject({ status: 'requires_payment_method', usage: 'off_session' })
    expect((await sourcesOf(own)).sources).toEqual([])
    const saved = await saveCard(own, { id: subject_id, source_id: begun.body.source_id })
    expect(saved).toMatchObject({ status: 201, body: { source_id: begun.body.source_id, state: 'active' } })
    const again = await saveCard(own, { id: subject_id, source_id: begun.body.source_id })
    expect(again).toMatchObject({ status: 409, body: { error: 'not_begun' } })
  })
  it('409: staff does not type the card of somebody else', async () => {
    const { staff, subject_id } = await resident()
    const body = { id: subject_id, type_id: 'card', email: 'lucia@example.it' }
    expect(await post('create_source', staff, body)).toMatchObject({
      status: 409,
      body: { error: 'needs_holder' },
    })
    expect(await saveCard(staff, { id: subject_id })).toMatchObject({
      status: 409,
      body: { error: 'needs_holder' },
    })
  })
  it('503: the provider does not answer', async () => {
    const { own } = await resident()
    await sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/customers' })
    try {
      const reply = await post('create_source', own, { type_id: 'card', email: 'lucia@example.it' })
      expect(reply).toMatchObject({ status: 503, body: { error: 'provider_silent' } })
    } finally {
      await sandbox.heal()
    }
  })
})

describe('save_source', () => {
  it('201: a card is kept at the provider with its consent, and is the default', async () => {
    const { own } = await resident()
    const { status, body } = await saveCard(own)
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
    expect((await sourcesOf(own)).sources).toEqual([body])
    expect(JSON.stringify(body)).not.toMatch(/pm_|cus_|seti_|IT56B/)
  })
  it('201: an account is kept with a mandate under the provider’s reference', async () => {
    const { own, customer_id } = await resident()
    const { body } = await saveIban(own)
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
    const [kept] = await asSystem(
      (tx) => tx`select provider_mandate from mandates where customer_id = ${customer_id}`,
    )
    expect(await sandbox.stripe.mandates.retrieve(kept?.provider_mandate)).toMatchObject({
      status: 'active',
      type: 'multi_use',
    })
  })
  it('201: staff brings in a mandate signed on paper', async () => {
    const { staff, subject_id } = await resident()
    const { body } = await saveIban(staff, {
      id: subject_id,
      mandate: { accepted: true, signed_on: '2026-03-02' },
    })
    expect(body).toMatchObject({ owner_id: subject_id, state: 'active' })
    expect(body.mandate).toMatchObject({ signed_on: '2026-03-02', accepted_from: 'carta' })
  })
  it('400: staff without the day of signing, or with one that is yet to come', async () => {
    const { staff, subject_id } = await resident()
    expect(await saveIban(staff, { id: subject_id })).toMatchObject({
      status: 400,
      body: { fields: { mandate: expect.any(String) } },
    })
    const future = { accepted: true, signed_on: '2190-01-01' }
    expect(await saveIban(staff, { id: subject_id, mandate: future })).toMatchObject({ status: 400 })
  })
  it('201: the office saves its own', async () => {
    const { staff, own } = await resident()
    const { body } = await saveCard(staff)
    expect(body).toMatchObject({ owner_id: 0, state: 'active' })
    expect((await sourcesOf(staff)).sources).toHaveLength(1)
    expect((await sourcesOf(own)).sources).toEqual([])
  })
  it('422: nothing is kept without a mandate', async () => {
    const { own } = await resident()
    expect(await saveCard(own, { mandate: undefined })).toMatchObject({
      status: 422,
      body: { error: 'mandate_not_accepted' },
    })
  })
  it('201, failed: a card that is declined says why and is not kept', async () => {
    const { own } = await resident()
    const { body } = await saveCard(own, { payment_method_id: 'pm_card_chargeDeclined' })
    expect(body.state).toBe('failed')
    expect(body.failure_reason).toMatch(/[.]$/)
    expect(body.mandate?.state).toBe('revoked')
    expect((await sourcesOf(own)).sources).toEqual([])
  })
  it('3-D Secure: waits for the holder, and is kept once approved', async () => {
    const { own } = await resident()
    const { body } = await saveCard(own, { payment_method_id: 'pm_card_threeDSecure2Required' })
    expect(body.state).toBe('pending')
    const url = body.next_action?.redirect_url as string
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    expect((await sourcesOf(own)).sources[0]).toMatchObject({
      source_id: body.source_id,
      state: 'active',
      is_default: true,
    })
  })
  it('twice with the same key: one source', async () => {
    const { own } = await resident()
    const headers = { ...own, 'idempotency-key': 'form_0123456789' }
    const both = await Promise.all([saveCard(headers), saveCard(headers), saveCard(headers)])
    const saved = both.filter(({ status }) => status === 201)
    expect(new Set(saved.map(({ body }) => body.source_id)).size).toBe(1)
    expect((await saveCard(headers)).status).toBe(201)
    expect((await sourcesOf(own)).sources).toHaveLength(1)
  })
  it('the same account again takes the place of the first, which the provider forgets', async () => {
    const { own, customer_id } = await resident()
    const first = await saveIban(own)
    const second = await saveIban(own)
    await runJobs(test.services)
    const sources = (await sourcesOf(own)).sources
    expect(sources.map(({ source_id }) => source_id)).toEqual([second.body.source_id])
    expect(sources[0]?.is_default).toBe(true)
    const rows = await asSystem(
      (tx) =>
        tx`select provider_method, state from payment_sources where source_id = ${first.body.source_id}`,
    )
    expect(rows[0]?.state).toBe('removed')
    expect((await sandbox.stripe.paymentMethods.retrieve(rows[0]?.provider_method)).customer).toBeNull()
    expect(customer_id).toBeGreaterThan(0)
  })
  it('a lost answer is looked for: the sweeper finds the source saved', async () => {
    const { own } = await resident()
    await sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/setup_intents/*/confirm', times: 9 })
    const { body } = await saveCard(own)
    await sandbox.heal()
    expect(body.state).toBe('pending')
    await asSystem(
      (tx) => tx`
      update payment_sources set next_check_at = now(), confirm_started_at = now() - interval '5 minutes'
      where source_id = ${body.source_id}`,
    )
    await asSystem((tx) => test.services.queue.enqueue(tx, 'sweep-sources', {}))
    await runJobs(test.services)
    const [row] = await asSystem(
      (tx) => tx`select state, provider_setup from payment_sources where source_id = ${body.source_id}`,
    )
    const setup = await sandbox.stripe.setupIntents.retrieve(row?.provider_setup)
    expect(row?.state).toBe(setup.status === 'succeeded' ? 'active' : 'failed')
    expect(['succeeded', 'canceled']).toContain(setup.status)
  })
})

describe('delete_source', () => {
  it('200: detached at the provider, the mandate inactive on both sides', async () => {
    const { own, subject_id } = await resident()
    const { body } = await saveIban(own)
    const removed = await post<PaymentSource>(`delete_source/${subject_id}/${body.source_id}`, own)
    expect(removed).toMatchObject({
      status: 200,
      body: { state: 'removed', is_default: false, mandate: { state: 'revoked' } },
    })
    const [row] = await asSystem(
      (tx) => tx`
      select s.provider_method, m.provider_mandate from payment_sources s join mandates m using (source_id)
      where source_id = ${body.source_id}`,
    )
    expect((await sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).customer).toBeNull()
    expect((await sandbox.stripe.mandates.retrieve(row?.provider_mandate)).status).toBe('inactive')
    expect((await post(`delete_source/${subject_id}/${body.source_id}`, own)).status).toBe(404)
  })
  it('is never half done: a silent provider is told by a job', async () => {
    const { own, subject_id } = await resident()
    const { body } = await saveCard(own)
    await sandbox.fault({ kind: '500', rate: 1, path: '/v1/payment_methods/*/detach' })
    const removed = await post<PaymentSource>(`delete_source/${subject_id}/${body.source_id}`, own)
    expect(removed.body.state).toBe('removing')
    await sandbox.heal()
    await asSystem(
      (tx) => tx`update payment_sources set next_check_at = now() where source_id = ${body.source_id}`,
    )
    await asSystem((tx) => test.services.queue.enqueue(tx, 'sweep-sources', {}))
    await runJobs(test.services)
    const [row] = await asSystem(
      (tx) => tx`select state, provider_method from payment_sources where source_id = ${body.source_id}`,
    )
    expect(row?.state).toBe('removed')
    expect((await sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).customer).toBeNull()
  })
  it('404: a source of another owner, also of the same administrator', async () => {
    const one = await resident()
    const { body } = await saveCard(one.own)
    const neighbour = await makeSubject(test.services, one.customer_id)
    expect((await post(`delete_source/${neighbour}/${body.source_id}`, one.staff)).status).toBe(404)
    expect((await post(`delete_source/0/${body.source_id}`, one.staff)).status).toBe(404)
    const other = await resident()
    expect((await post(`delete_source/${one.subject_id}/${body.source_id}`, other.own)).status).toBe(404)
    expect((await post(`delete_source/${one.subject_id}/${body.source_id}`, other.staff)).status).toBe(404)
  })
})

describe('default_source', () => {
  it('200: one default per owner, whoever asks at the same time', async () => {
    const { own, subject_id } = await resident()
    const card = await saveCard(own)
    const account = await saveIban(own)
    expect(account.body.is_default).toBe(false)
    const ids = [card.body.source_id, account.body.source_id]
    const asked = Array.from({ length: 12 }, (_, turn) =>
      post(`default_source/${subject_id}/${ids[turn % 2]}`, own),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    expect((await sourcesOf(own)).sources.filter(({ is_default }) => is_default)).toHaveLength(1)
  })
  it('409: what is not confirmed yet', async () => {
    const { own, subject_id } = await resident()
    const { body } = await saveCard(own, { payment_method_id: 'pm_card_threeDSecure2Required' })
    expect(await post(`default_source/${subject_id}/${body.source_id}`, own)).toMatchObject({
      status: 409,
      body: { error: 'not_usable' },
    })
  })
})

describe('exp_date', () => {
  const soon = new Date().getFullYear() + 4
  it('200: the provider is told', async () => {
    const { own, subject_id } = await resident()
    const { body } = await saveCard(own)
    const changed = await post<PaymentSource>(`exp_date/${subject_id}/${body.source_id}/09-${soon}`, own)
    expect(changed).toMatchObject({ status: 200, body: { exp_month: 9, exp_year: soon } })
    const [row] = await asSystem(
      (tx) => tx`select provider_method from payment_sources where source_id = ${body.source_id}`,
    )
    expect((await sandbox.stripe.paymentMethods.retrieve(row?.provider_method)).card).toMatchObject({
      exp_month: 9,
      exp_year: soon,
    })
  })
  it.each(['09-2020', '13-2090', '9-2090', 'presto'])('400 at the field: %s', async (expiry) => {
    const { own, subject_id } = await resident()
    const { body } = await saveCard(own)
    const reply = await post(`exp_date/${subject_id}/${body.source_id}/${expiry}`, own)
    expect(reply).toMatchObject({ status: 400, body: { fields: { expiry: expect.any(String) } } })
  })
  it('409: a bank account has none', async () => {
    const { own, subject_id } = await resident()
    const { body } = await saveIban(own)
    expect(await post(`exp_date/${subject_id}/${body.source_id}/09-2090`, own)).toMatchObject({
      status: 409,
      body: { error: 'not_a_card' },
    })
  })
})

describe('account/delete-sepa', () => {
  it('200: detaches the office’s own accounts, and nobody else’s', async () => {
    const { customer_id, staff, subject_id } = await resident()
    const signed_on = '2026-03-02'
    await saveIban(staff, {})
    await saveCard(staff)
    await saveIban(
      staff,
      { id: subject_id, mandate: { accepted: true, signed_on } },
      'IT84E9999999999000000000004',
    )
    expect(await post(`account/delete-sepa/${customer_id}`, staff)).toMatchObject({
      status: 200,
      body: { removed: 1, removing: 0 },
    })
    expect((await sourcesOf(staff)).sources.map(({ type }) => type)).toEqual(['card'])
    expect((await sourcesOf(staff, subject_id)).sources.map(({ type }) => type)).toEqual(['sepa_debit'])
    const mandates = await asSystem(
      (tx) =>
        tx`select state from mandates where customer_id = ${customer_id} and subject_id is null and last4 = '0001'`,
    )
    expect(mandates.map(({ state }) => state)).toEqual(['revoked'])
  })
  it('404: another’s office', async () => {
    const { staff } = await resident()
    expect((await post(`account/delete-sepa/${(await resident()).customer_id}`, staff)).status).toBe(404)
  })
})

describe('create_source/bylink', () => {
  const linkFor = async (type_id: string) => {
    const who = await resident()
    const sent = await post<{ link_id: number }>('create_source/bylink', who.staff, {
      id: who.subject_id,
      type_id,
      email: 'lucia@example.it',
    })
    expect(sent.status).toBe(201)
    const [mail] = await asSystem(
      (tx) =>
        tx`select text, to_address from emails where dedupe_key = ${`source-link:${sent.body.link_id}`}`,
    )
    const token = /#\/metodo\/([A-Za-z0-9_-]+)/.exec(mail?.text)?.[1] as string
    return { ...who, token, link_id: sent.body.link_id, to: mail?.to_address }
  }
  const open = async (token: string) => {
    const reply = await test.call({ url: `/v1/source-links/${token}` })
    return {
      status: reply.status,
      body: reply.body as SourceLink & { error?: string; error_description?: string },
    }
  }

  it('201: mails a link of which only the hash is kept; whoever opens it saves a card, once', async () => {
    const { token, to, link_id, own } = await linkFor('CARD')
    expect(to).toBe('lucia@example.it')
    const [row] = await asSystem(
      (tx) => tx`select to_jsonb(l)::text as kept from source_links l where link_id = ${link_id}`,
    )
    expect(row?.kept).not.toContain(token)
    expect((await open(token)).body).toMatchObject({ state: 'open', type: 'card', email: 'lucia@example.it' })
    const saved = await post<PaymentSource>(`save_source/${token}`, {}, cardBody)
    expect(saved).toMatchObject({ status: 201, body: { state: 'active', last4: '4242' } })
    expect((await sourcesOf(own)).sources.map(({ source_id }) => source_id)).toEqual([saved.body.source_id])
    expect((await open(token)).body).toMatchObject({ state: 'saved', last4: '4242' })
    expect(await post(`save_source/${token}`, {}, cardBody)).toMatchObject({
      status: 410,
      body: { error: 'link_used' },
    })
    await asSystem(
      (tx) =>
        tx`update payment_sources set created_at = now() - interval '1 hour' where source_id = ${saved.body.source_id}`,
    )
    expect(await open(token)).toMatchObject({ status: 410, body: { error: 'link_used' } })
  })
  it('a declined card leaves the link open; many tabs save one', async () => {
    const { token, own } = await linkFor('card')
    const declined = await post<PaymentSource>(
      `save_source/${token}`,
      {},
      { ...cardBody, payment_method_id: 'pm_card_chargeDeclined' },
    )
    expect(declined.body.state).toBe('failed')
    const tabs = await Promise.all(
      Array.from({ length: 8 }, () => post(`save_source/${token}`, {}, cardBody)),
    )
    expect(tabs.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tabs.filter(({ status }) => status === 410)).toHaveLength(7)
    expect((await sourcesOf(own)).sources).toHaveLength(1)
  })
  it('410 in Italian when it has expired, or a newer one was sent', async () => {
    const { token, link_id, staff, subject_id } = await linkFor('sepa_debit')
    await post('create_source/bylink', staff, {
      id: subject_id,
      type_id: 'sepa_debit',
      email: 'lucia@example.it',
    })
    expect(await open(token)).toMatchObject({
      status: 410,
      body: { error: 'link_revoked', error_description: expect.stringContaining('sostituito') },
    })
    await asSystem(
      (tx) =>
        tx`update source_links set revoked_at = null, expires_at = now() - interval '1 second' where link_id = ${link_id}`,
    )
    expect(await open(token)).toMatchObject({
      status: 410,
      body: { error: 'link_expired', error_description: expect.stringContaining('scaduto') },
    })
    expect((await post(`save_source/${token}`, {}, cardBody)).status).toBe(410)
  })
  it('409: another kind than was asked for', async () => {
    const { token } = await linkFor('sepa_debit')
    expect(await post(`save_source/${token}`, {}, cardBody)).toMatchObject({
      status: 409,
      body: { error: 'other_type' },
    })
  })
})

describe('what a bill’s link shows', () => {
  it('never a saved method', async () => {
    const { own, customer_id, subject_id } = await resident()
    await saveCard(own)
    const bill = await makeBill(test.services, customer_id, { subject_id })
    const { raw } = await test.call({ url: `/v1/mybill/${bill.token}` })
    expect(raw.toString()).not.toContain('4242')
    expect((await test.call({ method: 'POST', url: '/v1/stripe/retrieve_sources' })).status).toBe(401)
  })
})
