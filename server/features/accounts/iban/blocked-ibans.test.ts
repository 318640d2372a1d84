import type { BlockedIban } from '@saldo/contract/registry/iban-blacklist'
import { makeItalianIban } from '@saldo/domain/iban'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeCustomer, signIn } from '../../../testing/people.ts'

type Refusal = { error: string; fields?: Record<string, string> }
type Page = { items: BlockedIban[]; next_cursor: string | null }

const iban = (account: number) =>
  makeItalianIban({ abi: '05428', cab: '11101', account: String(account).padStart(12, '0') })

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers: office } = await signIn(services, 'customer', customer_id)
  const { headers: superUser } = await signIn(services, 'super_user')
  const send = <Body>(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object, headers = superUser) =>
    test.call({ method, url: `/v1/${path}`, headers, ...(body ? { payload: body } : {}) }) as Promise<{
      status: number
      body: Body & Refusal
      raw: Buffer
    }>
  const block = async (account: number, reason = 'Segnalato dalla banca') =>
    (await send<BlockedIban>('PUT', 'iban-blacklist', { iban: iban(account), reason })).body
  const found = async (query: string) =>
    (await send<Page>('GET', `iban-blacklist?${query}`)).body.items.map(({ blocked_iban_id: id }) => id)
  return { ...test, customer_id, office, superUser, send, block, found }
}

describe('PUT and DELETE /v1/iban-blacklist', () => {
  it('blocks and unblocks an IBAN for everybody, and never shows it in full', async () => {
    const { send, office, block, services } = await setUp()
    const { blocked_iban_id: id, ...blocked } = await block(1)
    expect(blocked).toMatchObject({ reason: 'Segnalato dalla banca', created_by_name: expect.any(String) })
    expect(blocked.iban).toBe(`${iban(1).slice(0, 4)}${'•'.repeat(19)}${iban(1).slice(-4)}`)
    const create = () => send('PUT', 'accounts', { name: 'Aurora', iban: iban(1) }, office)
    expect((await create()).body).toMatchObject({
      error: 'iban_blacklisted',
      fields: { iban: expect.any(String) },
    })
    expect((await send('DELETE', `iban-blacklist/${id}`)).status).toBe(204)
    expect((await create()).status).toBe(201)
    expect((await send('DELETE', `iban-blacklist/${id}`)).status).toBe(404)
    const lines = await services.asSystem(
      (tx) =>
        tx`select act, label, before, after from audit_log where noun = 'blocked_ibans' order by audit_id`,
    )
    expect(lines.map(({ act, label }) => [act, label])).toEqual([
      ['created', blocked.iban],
      ['removed', blocked.iban],
    ])
    expect(JSON.stringify(lines)).not.toContain(iban(1))
  })
  it('keeps the same line with another reason when the IBAN is blocked again', async () => {
    const { block, found } = await setUp()
    const { blocked_iban_id } = await block(1)
    expect(await block(1, 'Conto chiuso')).toMatchObject({ blocked_iban_id, reason: 'Conto chiuso' })
    expect(await found('')).toEqual([blocked_iban_id])
  })
  it.each([
    ['an invalid IBAN', { iban: 'IT00', reason: 'Frode' }, 'iban'],
    ['no IBAN', { reason: 'Frode' }, 'iban'],
    ['no reason', { iban: iban(1), reason: '  ' }, 'reason'],
  ])('400 at the field: %s', async (_what, body, field) => {
    const { send } = await setUp()
    const reply = await send('PUT', 'iban-blacklist', body)
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, [field]])
  })
  it('makes the database refuse the IBAN, whoever writes it', async () => {
    const { services, customer_id, block } = await setUp()
    await block(1)
    await expect(makeAccount(services, customer_id, { iban: iban(1) })).rejects.toThrow('blocked IBAN')
  })
})

describe('GET /v1/iban-blacklist', () => {
  it('200: lists the newest first, page by page, without repeats, all masked', async () => {
    const { send, block } = await setUp()
    const ids: number[] = []
    for (const account of [1, 2, 3, 4, 5]) ids.unshift((await block(account)).blocked_iban_id)
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const reply: { body: Page; raw: Buffer } = await send<Page>(
        'GET',
        `iban-blacklist?limit=2&cursor=${cursor}`,
      )
      for (const account of [1, 2, 3, 4, 5]) expect(reply.raw.toString()).not.toContain(iban(account))
      seen.push(...reply.body.items.map(({ blocked_iban_id }) => blocked_iban_id))
      cursor = reply.body.next_cursor
    }
    expect(seen).toEqual(ids)
    expect((await send<{ count: number }>('GET', 'iban-blacklist/summary')).body.count).toBe(5)
  })
  it('200: finds by a whole IBAN as it is printed, by a part of it, and by words of the reason', async () => {
    const { block, found, send } = await setUp()
    const { blocked_iban_id: one } = await block(1234, 'Segnalato dalla banca')
    const { blocked_iban_id: other } = await block(99, 'Conto chiuso, società fallita')
    for (const [q, ids] of [
      [iban(1234), [one]],
      [(iban(1234).match(/.{1,4}/g) ?? []).join(' '), [one]],
      ['00001234', [one]],
      ['fallita societa', [other]],
      ['banca fallita', []],
      ['IT', [other, one]],
    ] as const)
      expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(ids)
    expect(await found(`ids=${one}`)).toEqual([one])
    const { body } = await send<{ count: number }>('GET', 'iban-blacklist/summary?q=fallita')
    expect(body.count).toBe(1)
  })
  it('200: the file has the same rows as the list, masked', async () => {
    const { send, block } = await setUp()
    await block(1, 'Frode')
    const { raw } = await send('GET', 'iban-blacklist/export')
    expect(raw.toString()).toContain('Frode')
    expect(raw.toString()).toContain(iban(1).slice(-4))
    expect(raw.toString()).not.toContain(iban(1))
  })
  it('403: a customer', async () => {
    const { send, office } = await setUp()
    expect((await send('GET', 'iban-blacklist', undefined, office)).status).toBe(403)
  })
})
