import type { SavedQueryDetail } from '@saldo/contract/backoffice/queries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
let ada: Awaited<ReturnType<typeof signIn>>
let bea: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app.services, 'super_user')
  bea = await signIn(app.services, 'super_user')
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Said = SavedQueryDetail & { error?: string; fields?: Record<string, string>; rows?: string[][] }
const ask = async (who: { headers: Record<string, string> }, method: Method, url: string, body?: object) => {
  const reply = await app.call({ method, url, headers: who.headers, ...(body && { body: body as never }) })
  return { status: reply.status, body: reply.body as Said }
}
let serial = 0
const written = (more: object = {}) => ({ name: `Prova ${++serial}`, text: 'select 1 as one', ...more })
const create = async (more: object = {}, who = ada) =>
  (await ask(who, 'PUT', '/v1/queries', written(more))).body
const decide = (who: typeof ada, act: string, { query_id, newest }: SavedQueryDetail, more: object = {}) =>
  ask(who, 'POST', `/v1/queries/${query_id}/${act}`, { version: newest, ...more })
const approved = async (more: object = {}) => {
  const query = await create(more)
  await decide(ada, 'submit', query)
  expect((await decide(bea, 'approve', query)).status).toBe(200)
  return query
}
const run = (who: typeof ada, query_id: number, values = {}) =>
  ask(who, 'POST', '/v1/query-runs', { query_id, values })

describe('PUT /v1/queries', () => {
  it('201: its first version is a draft of its author', async () => {
    const query = await create({ tags: ['Incassi', 'incassi'], description: 'Prova' })
    expect(query).toMatchObject({
      newest: 1,
      newest_state: 'draft',
      version: null,
      tags: ['incassi'],
      is_author: true,
    })
    expect(query.versions[0]?.written_by.user_id).toBe(ada.user_id)
  })
  it.each([
    [{ text: 'select :a' }, 'text'],
    [{ text: 'select :a', parameters: [{ name: 'a', label: 'A', type: 'choice' }] }, 'parameters.0.options'],
    [
      { text: 'select :__proto__', parameters: [{ name: '__proto__', label: 'A', type: 'text' }] },
      'parameters.0.name',
    ],
    [{ text: '' }, 'text'],
    [{ text: "select 'IT60X0542811101000000123456'" }, 'text'],
    [
      {
        text: 'select :a',
        parameters: [{ name: 'a', label: 'A', type: 'choice', options: ['b', 'a\u0000'] }],
      },
      'parameters.0.options.1',
    ],
    [{ chart: { kind: 'bar', label: 'a\u0000', values: ['b'] } }, 'chart.label'],
    [{ description: 'a\u0000' }, 'description'],
    [{ tags: ['a', 'b\u0000'] }, 'tags.1'],
  ])('400: at the field, %j', async (more, field) => {
    const { status, body } = await ask(ada, 'PUT', '/v1/queries', written(more))
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })
  it('404: somebody who is no super user cannot be named to run it', async () => {
    const office = await signIn(app.services, 'customer')
    expect((await ask(ada, 'PUT', '/v1/queries', written({ runnable_by: [office.user_id] }))).status).toBe(
      404,
    )
  })
  it('409: another query has this name', async () => {
    const { name } = await create()
    const { status, body } = await ask(ada, 'PUT', '/v1/queries', written({ name: name.toUpperCase() }))
    expect([status, Object.keys(body.fields ?? {})]).toEqual([409, ['name']])
  })
})

describe('POST /v1/queries', () => {
  const change = (query: SavedQueryDetail, more: object) =>
    ask(ada, 'POST', '/v1/queries', {
      query_id: query.query_id,
      newest: query.newest,
      name: query.name,
      text: 'select 1 as one',
      ...more,
    })
  it('200: another text is another version; another name alone is not', async () => {
    const query = await create()
    expect((await change(query, { name: `${query.name} bis` })).body.newest).toBe(1)
    const { body } = await change(query, { text: 'select 2' })
    expect([body.newest, body.versions.map(({ text }) => text)]).toEqual([2, ['select 2', 'select 1 as one']])
  })
  it('409: somebody wrote a version meanwhile', async () => {
    const query = await create()
    await change(query, { text: 'select 2' })
    expect((await change(query, { text: 'select 3' })).body.error).toBe('query_changed')
  })
})

describe('POST /v1/queries/{id}/submit', () => {
  it('200: the back office is told that a version waits, with the way to it', async () => {
    const query = await create()
    await decide(ada, 'submit', query)
    const told = await app.services.asSystem(
      (tx) => tx`
        select title, body, metadata ->> 'link' as link from push_messages
        where user_id = ${bea.user_id} and dedupe_key = ${`query-submitted:${query.query_id}:1`}`,
    )
    expect(told).toEqual([
      {
        title: 'Un’interrogazione aspetta l’approvazione',
        body: expect.stringContaining(`la versione 1 di «${query.name}»`),
        link: `/admin-management/query-admin/${query.query_id}`,
      },
    ])
  })
})

describe('POST /v1/queries/{id}/approve', () => {
  it('runs the newest version that another author approved, and no other', async () => {
    const query = await create({ text: 'select 1 as answer' })
    expect((await run(bea, query.query_id)).body.error).toBe('query_not_approved')
    await decide(ada, 'submit', query)
    await decide(bea, 'approve', query)
    expect((await run(bea, query.query_id)).body.rows).toEqual([['1']])
    const { body } = await ask(ada, 'POST', '/v1/queries', {
      ...query,
      query_id: query.query_id,
      text: 'select 2 as answer',
      runnable_by: null,
    })
    expect(body.newest).toBe(2)
    expect((await run(bea, query.query_id)).body.rows).toEqual([['1']])
    await decide(ada, 'submit', body)
    await decide(bea, 'approve', body)
    expect((await run(bea, query.query_id)).body.rows).toEqual([['2']])
  })
  it('409: one’s own version, a draft, one that is decided, one that is not the newest', async () => {
    const query = await create()
    expect((await decide(bea, 'approve', query)).body.error).toBe('query_version_decided')
    await decide(ada, 'submit', query)
    expect((await decide(ada, 'approve', query)).body.error).toBe('own_version')
    expect((await decide(ada, 'reject', query, { reason: 'no' })).body.error).toBe('own_version')
    expect((await decide(bea, 'reject', query, { reason: 'Troppo larga' })).body.versions[0]?.reason).toBe(
      'Troppo larga',
    )
    expect((await decide(bea, 'approve', query)).body.error).toBe('query_version_decided')
    expect((await decide(bea, 'approve', { ...query, newest: 2 })).body.error).toBe('query_changed')
  })
  it('409: somebody whom the author invited, or who just got in; they may reject it', async () => {
    const dora = await signIn(app.services, 'super_user')
    const known = (change: string) =>
      app.services.asSystem((tx) => tx.unsafe(`update users set ${change} where user_id = ${dora.user_id}`))
    const query = await create({}, ada)
    await decide(ada, 'submit', query)
    await known(`activated_at = now() - interval '71 hours'`)
    expect((await decide(dora, 'approve', query)).body.error).toBe('activated_just_now')
    // PostgreSQL stores the inviter when the user becomes a super user.
    await known('flag_super_user = false')
    await known(
      `flag_super_user = true, invited_by = ${ada.user_id}, activated_at = now() - interval '73 hours'`,
    )
    expect((await decide(dora, 'approve', query)).body.error).toBe('invited_in_line')
    const { body } = await ask(dora, 'GET', `/v1/queries/${query.query_id}`)
    expect(body.why_not_approve).toMatch(/ha invitato l’altro/)
    expect((await ask(bea, 'GET', `/v1/queries/${query.query_id}`)).body.why_not_approve).toBeNull()
    expect((await decide(dora, 'reject', query, { reason: 'No' })).status).toBe(200)
  })
  it('refuses in PostgreSQL itself: the author’s own decision, a changed text, a decision taken back', async () => {
    const { query_id } = await approved()
    const change = (what: string) =>
      app.services.asSystem((tx) =>
        tx.unsafe(`update saved_query_versions set ${what} where query_id = ${query_id}`),
      )
    await expect(change(`decided_by = written_by`)).rejects.toThrow(/decided_by_another|a version goes from/)
    await expect(change(`text = 'select 666'`)).rejects.toThrow(/never changes/)
    await expect(change(`state = 'draft', decided_by = null, decided_at = null`)).rejects.toThrow(
      /a version goes from/,
    )
    const other = await create()
    await decide(ada, 'submit', other)
    await expect(
      app.services.asSystem(
        (tx) => tx`
          update saved_query_versions set state = 'approved', decided_by = written_by, decided_at = now()
          where query_id = ${other.query_id}`,
      ),
    ).rejects.toThrow(/decided_by_another/)
  })
  it('approves once, when two approve at the same time', async () => {
    const cleo = await signIn(app.services, 'super_user')
    const query = await create()
    await decide(ada, 'submit', query)
    const replies = await Promise.all([decide(bea, 'approve', query), decide(cleo, 'approve', query)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('DELETE /v1/queries/{id}', () => {
  it('204: it no longer runs, and its history stays', async () => {
    const query = await approved()
    expect((await ask(ada, 'DELETE', `/v1/queries/${query.query_id}`)).status).toBe(204)
    expect((await run(bea, query.query_id)).body.error).toBe('query_archived')
    const change = { query_id: query.query_id, name: query.name, text: 'select 2', newest: 1 }
    expect((await ask(ada, 'POST', '/v1/queries', change)).body.error).toBe('query_archived')
    expect((await ask(ada, 'GET', `/v1/queries/${query.query_id}`)).body.versions).toHaveLength(1)
  })
})

describe('who may run what', () => {
  it('404: a query that is for others, in the list of what may be run neither', async () => {
    const query = await approved({ runnable_by: [ada.user_id] })
    expect((await run(ada, query.query_id)).status).toBe(201)
    expect((await run(bea, query.query_id)).status).toBe(404)
    const listed = async (who: typeof ada) =>
      (
        (await ask(who, 'GET', `/v1/queries?runnable=true&ids=${query.query_id}`)).body as never as {
          items: unknown[]
        }
      ).items.length
    expect([await listed(ada), await listed(bea)]).toEqual([1, 0])
  })
  it('more people wait for the approval of a version; fewer hold at once', async () => {
    const cleo = await signIn(app.services, 'super_user')
    const query = await approved({ runnable_by: [ada.user_id, cleo.user_id] })
    const change = async (newest: number, ...who: (typeof ada)[]) => {
      const { name, text } = { ...query, text: 'select 1 as one' }
      const runnable_by = who.length > 0 ? who.map(({ user_id }) => user_id) : null
      const body = { query_id: query.query_id, name, text, newest, runnable_by }
      return (await ask(ada, 'POST', '/v1/queries', body)).body
    }
    const runs = async () =>
      Promise.all([ada, bea, cleo].map(async (who) => (await run(who, query.query_id)).status))
    // One is taken away, another added: the first holds, the second waits, in a version of its own.
    const wider = await change(1, ada, bea)
    expect(wider).toMatchObject({ newest: 2, newest_state: 'draft', version: 1, runnable_by: [ada.user_id] })
    expect(wider.versions[0]?.runnable_by).toEqual([ada.user_id, bea.user_id])
    expect(await runs()).toEqual([201, 404, 404])
    expect(await change(2, ada, bea)).toMatchObject({ newest: 2 })
    // What waits for the approval is what its reader saw: another wish is another version.
    await decide(ada, 'submit', wider)
    const everybody = await change(2)
    expect(everybody).toMatchObject({ newest: 3, newest_state: 'draft', runnable_by: [ada.user_id] })
    expect((await decide(bea, 'approve', wider)).body.error).toBe('query_changed')
    const again = await change(3, ada, bea)
    await decide(ada, 'submit', again)
    expect((await decide(bea, 'approve', again)).body).toMatchObject({
      version: 4,
      runnable_by: [ada.user_id, bea.user_id],
    })
    expect(await runs()).toEqual([201, 201, 404])
    expect(await change(4, bea)).toMatchObject({ newest: 4, runnable_by: [bea.user_id] })
    expect(await runs()).toEqual([404, 201, 404])
    expect(await change(4, ada, bea)).toMatchObject({ newest: 5, runnable_by: [bea.user_id] })
    await expect(
      app.services.asSystem(
        (tx) => tx`update saved_queries set runnable_by = null where query_id = ${query.query_id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'query_runners_approved' })
  })
})

describe('PUT /v1/query-authors', () => {
  it('200: from then on only authors write, approve and run what is not approved; nobody makes themselves one', async () => {
    const own = await startApp()
    const [first, second, third] = [
      await signIn(own.services, 'super_user'),
      await signIn(own.services, 'super_user'),
      await signIn(own.services, 'super_user'),
    ]
    const call = async (who: typeof ada, method: Method, url: string, body?: object) => {
      const reply = await own.call({
        method,
        url,
        headers: who.headers,
        ...(body && { body: body as never }),
      })
      return { status: reply.status, error: (reply.body as Said | undefined)?.error }
    }
    const ids = (...people: (typeof ada)[]) => ({ user_ids: people.map(({ user_id }) => user_id) })
    expect((await call(first, 'PUT', '/v1/query-authors', ids(second, third))).status).toBe(400)
    // One alone: nobody could approve what they write.
    expect((await call(first, 'PUT', '/v1/query-authors', ids(first))).status).toBe(400)
    expect((await call(first, 'PUT', '/v1/query-authors', ids(first, first))).status).toBe(400)
    // Nor does somebody whom they invited.
    const invited = await signIn(own.services, 'super_user', undefined, first.user_id)
    expect((await call(first, 'PUT', '/v1/query-authors', ids(first, invited))).status).toBe(400)
    expect((await call(first, 'PUT', '/v1/query-authors', ids(first, third))).status).toBe(200)
    expect((await call(third, 'PUT', '/v1/query-authors', ids(third))).status).toBe(400)
    for (const [method, url, body] of [
      ['PUT', '/v1/query-authors', ids(first, second)],
      ['PUT', '/v1/query-authors', { user_ids: [] }],
      ['PUT', '/v1/queries', written()],
      ['POST', '/v1/query-runs', { text: 'select 1' }],
      ['POST', '/v1/query-runs/plan', { text: 'select 1' }],
    ] as const)
      expect(await call(second, method, url, body)).toEqual({ status: 403, error: 'not_author' })
    expect((await call(first, 'PUT', '/v1/query-authors', ids(first, second))).status).toBe(200)
    expect((await call(second, 'PUT', '/v1/queries', written())).status).toBe(201)
    await own.close()
  })
})
