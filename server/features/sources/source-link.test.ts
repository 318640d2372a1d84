import type { PaymentSource, SourceLink } from '@saldo/contract/payments/sources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailLimits } from '../../mail/mail-limit.ts'
import { type SourceFixtures, sourceFixtures } from '../../testing/features/source-fixtures.ts'
import { makeBill } from '../../testing/people.ts'

let fixtures: SourceFixtures
beforeAll(async () => {
  fixtures = await sourceFixtures()
})
afterAll(() => fixtures.close())

describe('create_source/bylink', () => {
  const linkFor = async (type_id: string) => {
    const who = await fixtures.resident()
    const sent = await fixtures.post<{ link_id: number }>('create_source/bylink', who.staff, {
      id: who.subject_id,
      type_id,
      email: 'lucia@example.it',
    })
    expect(sent.status).toBe(201)
    const [mail] = await fixtures.asSystem(
      (tx) =>
        tx`select text, to_address from emails where dedupe_key = ${`source-link:${sent.body.link_id}`}`,
    )
    const token = /#\/metodo\/([A-Za-z0-9_-]+)/.exec(mail?.text)?.[1] as string
    return { ...who, token, link_id: sent.body.link_id, to: mail?.to_address }
  }
  const open = async (token: string) => {
    const reply = await fixtures.test.call({ url: `/v1/source-links/${token}` })
    return {
      status: reply.status,
      body: reply.body as SourceLink & { error?: string; error_description?: string },
    }
  }

  it('201: mails a link whose hash alone is stored; its holder saves a card, once', async () => {
    const { token, to, link_id, own } = await linkFor('CARD')
    expect(to).toBe('lucia@example.it')
    const [row] = await fixtures.asSystem(
      (tx) => tx`select to_jsonb(l)::text as kept from source_links l where link_id = ${link_id}`,
    )
    expect(row?.kept).not.toContain(token)
    expect((await open(token)).body).toMatchObject({ state: 'open', type: 'card', email: 'lucia@example.it' })
    const saved = await fixtures.post<PaymentSource>(`save_source/${token}`, {}, fixtures.cardBody)
    expect(saved).toMatchObject({ status: 201, body: { state: 'active', last4: '4242' } })
    expect((await fixtures.sourcesOf(own)).sources.map(({ source_id }) => source_id)).toEqual([
      saved.body.source_id,
    ])
    expect((await open(token)).body).toMatchObject({ state: 'saved', last4: '4242' })
    expect(await fixtures.post(`save_source/${token}`, {}, fixtures.cardBody)).toMatchObject({
      status: 410,
      body: { error: 'link_used' },
    })
    await fixtures.asSystem(
      (tx) =>
        tx`update payment_sources set created_at = now() - interval '1 hour' where source_id = ${saved.body.source_id}`,
    )
    expect(await open(token)).toMatchObject({ status: 410, body: { error: 'link_used' } })
  })
  it('201: a declined card leaves the link open; of many tabs only one saves', async () => {
    const { token, own } = await linkFor('card')
    const declined = await fixtures.post<PaymentSource>(
      `save_source/${token}`,
      {},
      { ...fixtures.cardBody, payment_method_id: 'pm_card_chargeDeclined' },
    )
    expect(declined.body.state).toBe('failed')
    const tabs = await Promise.all(
      Array.from({ length: 8 }, () => fixtures.post(`save_source/${token}`, {}, fixtures.cardBody)),
    )
    expect(tabs.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tabs.filter(({ status }) => status === 410)).toHaveLength(7)
    expect((await fixtures.sourcesOf(own)).sources).toHaveLength(1)
  })
  it('410: an expired link, or one replaced by a newer one, with an Italian sentence', async () => {
    const { token, link_id, staff, subject_id } = await linkFor('sepa_debit')
    await fixtures.post('create_source/bylink', staff, {
      id: subject_id,
      type_id: 'sepa_debit',
      email: 'lucia@example.it',
    })
    expect(await open(token)).toMatchObject({
      status: 410,
      body: { error: 'link_revoked', error_description: expect.stringContaining('sostituito') },
    })
    await fixtures.asSystem(
      (tx) =>
        tx`update source_links set revoked_at = null, expires_at = now() - interval '1 second' where link_id = ${link_id}`,
    )
    expect(await open(token)).toMatchObject({
      status: 410,
      body: { error: 'link_expired', error_description: expect.stringContaining('scaduto') },
    })
    expect((await fixtures.post(`save_source/${token}`, {}, fixtures.cardBody)).status).toBe(410)
  })
  it('429: more links than a mailbox may get, whoever they are for; the newest mailed one still works', async () => {
    const to = 'vittima@example.org'
    const send = async () => {
      const { staff, subject_id } = await fixtures.resident()
      return fixtures.post('create_source/bylink', staff, { id: subject_id, type_id: 'card', email: to })
    }
    const { staff, subject_id } = await fixtures.resident()
    const again = () =>
      fixtures.post('create_source/bylink', staff, { id: subject_id, type_id: 'card', email: to })
    for (let n = 1; n < mailLimits.by_users.in_hour; n += 1) expect((await send()).status).toBe(201)
    expect((await again()).status).toBe(201)
    for (const refused of [await send(), await again()])
      expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_mails' } })
    const mails = await fixtures.asSystem(
      (tx) => tx`select text from emails where to_address = ${to} order by email_id`,
    )
    expect(mails).toHaveLength(mailLimits.by_users.in_hour)
    const token = /#\/metodo\/([A-Za-z0-9_-]+)/.exec(mails.at(-1)?.text)?.[1] as string
    expect((await open(token)).status).toBe(200)
  })
  it('409: another kind of method than requested', async () => {
    const { token } = await linkFor('sepa_debit')
    expect(await fixtures.post(`save_source/${token}`, {}, fixtures.cardBody)).toMatchObject({
      status: 409,
      body: { error: 'other_type' },
    })
  })
})

describe('a bill’s link', () => {
  it('never shows a saved method', async () => {
    const { own, customer_id, subject_id } = await fixtures.resident()
    await fixtures.saveCard(own)
    const bill = await makeBill(fixtures.test.services, customer_id, { subject_id })
    const { raw } = await fixtures.test.call({ url: `/v1/mybill/${bill.token}` })
    expect(raw.toString()).not.toContain('4242')
    expect((await fixtures.test.call({ method: 'POST', url: '/v1/stripe/retrieve_sources' })).status).toBe(
      401,
    )
  })
})
