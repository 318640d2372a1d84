import type { AuditLine } from '@saldo/contract/reports/audit'
import { actSentence, changesLine, labelInWords } from '@saldo/domain/audit/audit-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeCustomer, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Page = { items: AuditLine[]; next_cursor: string | null }
const get = async (query: string, headers: Record<string, string>) => {
  const { status, body } = await app.call({ url: `/v1/audit${query}`, headers })
  return { status, body: body as Page & { count: number; fields: Record<string, string> } }
}

/** An office with two condominiums, one renamed, and a person. */
async function office() {
  const { headers, customer_id, user_id } = await signIn(app.services, 'customer')
  const one = await makeAccount(app.services, customer_id, { name: 'Condominio Aurora' })
  const two = await makeAccount(app.services, customer_id, { name: 'Condominio Gelsi' })
  const subject_id = await makeSubject(app.services, customer_id, { nominative: 'Serra Davide' })
  await app.call({
    method: 'POST',
    url: '/v1/accounts',
    headers,
    payload: { account_id: two, name: 'I Gelsi' },
  })
  return { headers, customer_id, user_id, one, two, subject_id }
}

describe('GET /v1/audit', () => {
  it('200: lists the newest first, each line once across pages', async () => {
    const { headers } = await office()
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: Page } = await get(`?limit=2&cursor=${cursor}`, headers)
      seen.push(...body.items.map(({ audit_id }) => audit_id))
      cursor = body.next_cursor
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
    expect((await get('/summary', headers)).body.count).toBe(seen.length)
  })

  it('200: filters by record, by condominium, by acting person, by day', async () => {
    const { headers, user_id, two, subject_id } = await office()
    const told = async (query: string) =>
      (await get(query, headers)).body.items.map(({ label, act }) => [label, act])
    expect(await told(`?noun=accounts&record=${two}`)).toEqual([
      ['I Gelsi', 'changed'],
      ['Condominio Gelsi', 'created'],
    ])
    expect(await told(`?account_id=${two}`)).toHaveLength(2)
    expect(await told(`?noun=subjects&record=${subject_id}`)).toEqual([['Serra Davide', 'created']])
    expect(await told(`?user_id=${user_id}`)).toContainEqual(['I Gelsi', 'changed'])
    expect(await told('?q=serra')).toEqual([['Serra Davide', 'created']])
    expect(await told('?at_to=2020-01-01')).toEqual([])
    expect(await told('?act=changed')).toEqual([['I Gelsi', 'changed']])
  })

  it('200: shows a sub-user only lines of their sections and condominiums', async () => {
    const { customer_id, one, two } = await office()
    const { headers } = await signInSubUser(app.services, customer_id, {
      permissions: ['accounts:read'],
      accounts: [two],
    })
    const { items } = (await get('', headers)).body
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ noun, account_id }) => noun === 'accounts' && account_id === two)).toBe(true)
    expect((await get(`?noun=accounts&record=${one}`, headers)).body.items).toEqual([])
  })

  it('200: shows no lines of another customer', async () => {
    const { headers } = await signIn(app.services, 'customer', await makeCustomer(app.services))
    const other = await office()
    expect((await get(`?noun=accounts&record=${other.one}`, headers)).body.items).toEqual([])
  })

  it.each([
    ['?noun=passwords', 'noun'],
    ['?record=uno', 'record'],
    ['?act=drop%20table', 'act'],
    ['?at_from=31-12-2026', 'at_from'],
  ])('400: %s, at the field', async (query, field) => {
    const { headers } = await signIn(app.services, 'customer')
    const { status, body } = await get(query, headers)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

describe('what a line says', () => {
  type Line = AuditLine & { said: string; changes: string }
  /** The lines about a noun as the reader sees them, oldest first. */
  async function told(headers: Record<string, string>, noun: string): Promise<string[]> {
    const { items } = (await get(`?noun=${noun}`, headers)).body
    return (items as Line[])
      .toReversed()
      .map((line) => `${actSentence(line)}, ${labelInWords(line)}: ${changesLine(line)}`)
  }

  it('calls a holder by person and unit, and names both', async () => {
    const { headers, customer_id, one, subject_id } = await office()
    await app.services.asSystem(
      (tx) => tx`
        with unit as (
          insert into units (customer_id, account_id, number) values (${customer_id}, ${one}, '7') returning unit_id)
        insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind)
        select ${customer_id}, ${one}, unit_id, ${subject_id}, 'bare_owner' from unit`,
    )
    const [line] = await told(headers, 'right_holders')
    expect(line).toMatch(/^Titolare aggiunto, Serra Davide · Int\. 7: /)
    expect(line).toContain('Diritto: nuda proprietà; Quota: 1/1')
    expect(line).toContain('Persona: Serra Davide')
    expect(line).toContain('Unità: Int. 7')
  })

  it('calls a part by its record, and says which part, also when another field changed', async () => {
    const { headers, customer_id, two } = await office()
    const sara = await signInSubUser(app.services, customer_id, {
      permissions: ['bills:read'],
      accounts: [two],
    })
    await app.services.asSystem(
      (tx) => tx`update user_permissions set level = 'write' where user_id = ${sara.user_id}`,
    )
    const lines = await told(headers, 'users')
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Permesso modificato, Persona.*: Sezione: Bollette; Permesso: lettura → modifica$/,
      ),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/^Condominio aggiunto al collaboratore, Persona.*: Condominio: I Gelsi$/),
    )
  })
})

describe('GET /v1/audit/export', () => {
  it('200: describes in words who changed what', async () => {
    const { headers, two } = await office()
    const { raw, status } = await app.call({ url: `/v1/audit/export?noun=accounts&record=${two}`, headers })
    expect(status).toBe(200)
    const file = raw.toString()
    expect(file).toContain('Condominio')
    expect(file).toContain('Condominio modificato')
    expect(file).toContain('Nome: Condominio Gelsi → I Gelsi')
  })
  it('403: without a recent step-up', async () => {
    const { headers, user_id } = await signIn(app.services, 'customer')
    await app.services.asSystem(
      (tx) =>
        tx`update sessions set proved_at = now() - interval '1 hour', created_at = now() - interval '1 hour' where user_id = ${user_id}`,
    )
    expect((await app.call({ url: '/v1/audit/export', headers })).body).toMatchObject({
      error: 'step_up_required',
    })
  })
})
