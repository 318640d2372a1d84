import type { PushMessage, Sending } from '@saldo/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, signIn, type TestRole } from '../../testing/people.ts'
import { notifyCustomer, notifyUser } from './notify-users.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = <Reply>(method: Method, url: string, headers: Headers, body?: object) =>
  app.call({ method, url, headers, ...(body ? { body } : {}) }) as Promise<{ status: number; body: Reply }>
type Listed = { count: number; messages: PushMessage[]; next_cursor: string | null }
const list = async (headers: Headers, query = '') =>
  (await ask<Listed>('GET', `/v1/push/message${query}`, headers)).body

const news = (title: string, dedupe_key = title) =>
  ({ kind: 'import', title, body: `Testo di ${title}`, link: '/bollette/importa/7', dedupe_key }) as const
const tell = (user_id: number, ...titles: string[]) =>
  app.services.asSystem(async (tx) => {
    for (const title of titles) await notifyUser(app.services, tx, user_id, news(title))
  })
/** A user with these messages, oldest first. */
async function reader(role: TestRole, ...titles: string[]) {
  const me = await signIn(app.services, role)
  for (const title of titles) await tell(me.user_id, title)
  return { ...me, messages: (await list(me.headers)).messages.reverse() }
}
const everyRole: TestRole[] = ['consumer', 'customer', 'awaiting', 'store', 'super_user']

describe('GET /v1/push/message', () => {
  it.each(everyRole)('200: the response has count and messages, only the user’s own: %s', async (role) => {
    await reader('customer', 'di un altro')
    const me = await reader(role, 'prima', 'seconda')
    expect(await list(me.headers)).toEqual({
      count: 2,
      messages: [
        expect.objectContaining({ title: 'seconda' }),
        {
          id: me.messages[0]?.id,
          push_message_id: me.messages[0]?.id,
          title: 'prima',
          body: 'Testo di prima',
          metadata: { kind: 'import', link: '/bollette/importa/7' },
          date_create: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          date_read: null,
        },
      ],
      next_cursor: null,
    })
  })
  it('200: a super user who works for a customer still gets only their own', async () => {
    const customer = await reader('customer', 'dello studio')
    const me = await reader('super_user', 'mio')
    const at_work = { ...me.headers, 'x-customer-id': String(customer.customer_id) }
    expect((await list(at_work)).messages.map(({ title }) => title)).toEqual(['mio'])
  })
  it('200: filters by read, unread and text; count is always the number of unread messages', async () => {
    const me = await reader('customer', 'Perché no', 'Altro')
    await ask('POST', `/v1/push/message/${me.messages[1]?.id}`, me.headers)
    const titles = async (query: string) => {
      const { count, messages } = await list(me.headers, query)
      return [count, ...messages.map(({ title }) => title)]
    }
    expect(await titles('?state=unread')).toEqual([1, 'Perché no'])
    expect(await titles('?state=read')).toEqual([1, 'Altro'])
    expect(await titles('?q=PERCHE')).toEqual([1, 'Perché no'])
    expect(await titles('?q=testo%20di%20altro')).toEqual([1, 'Altro'])
    expect(await titles('?q=%25')).toEqual([1])
  })
  it('200: pages without repeats while other messages arrive', async () => {
    const me = await reader('consumer', '1', '2', '3', '4', '5')
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { messages, next_cursor } = await list(me.headers, `?limit=2&cursor=${cursor}`)
      seen.push(...messages.map(({ title }) => title))
      cursor = next_cursor
      await tell(me.user_id, `nuova ${seen.length}`)
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })
  it('400: an invalid state, limit or cursor', async () => {
    const { headers } = await reader('store')
    for (const query of ['state=gone', 'limit=0', 'cursor=abc'])
      expect(await ask('GET', `/v1/push/message?${query}`, headers)).toMatchObject({ status: 400 })
  })
})

describe('POST, PUT and DELETE /v1/push/message/{id}', () => {
  it.each(everyRole)('200: read, unread, deleted: %s', async (role) => {
    const me = await reader(role, 'a', 'b')
    const url = `/v1/push/message/${me.messages[0]?.id}`
    const read = await ask<PushMessage>('POST', url, me.headers)
    expect(read).toMatchObject({ status: 200, body: { title: 'a', date_read: expect.any(String) } })
    expect((await ask<PushMessage>('POST', url, me.headers)).body.date_read).toBe(read.body.date_read)
    expect((await list(me.headers)).count).toBe(1)
    expect(await ask('PUT', url, me.headers)).toMatchObject({ status: 200, body: { date_read: null } })
    expect((await list(me.headers)).count).toBe(2)
    expect((await ask('DELETE', url, me.headers)).status).toBe(204)
    expect(await list(me.headers)).toMatchObject({ count: 1, messages: [{ title: 'b' }] })
    expect((await ask('DELETE', url, me.headers)).status).toBe(404)
  })
  it.each(['POST', 'PUT', 'DELETE'] as const)(
    '404: %s another user’s message, or an unknown one',
    async (method) => {
      const other = await reader('customer', 'a')
      for (const role of everyRole) {
        const { headers } = await signIn(app.services, role)
        for (const id of [other.messages[0]?.id, 987_654_321])
          expect((await ask(method, `/v1/push/message/${id}`, headers)).status).toBe(404)
      }
      expect(await list(other.headers)).toMatchObject({
        count: 1,
        messages: [{ title: 'a', date_read: null }],
      })
    },
  )
  it('400: an invalid id', async () => {
    const { headers } = await reader('customer')
    expect((await ask('DELETE', '/v1/push/message/uno', headers)).status).toBe(400)
  })
})

describe('POST /v1/push/message/read', () => {
  it('200: marks the given messages, then all; count is the number that were unread', async () => {
    const me = await reader('consumer', 'a', 'b', 'c')
    const ids = [me.messages[0]?.id]
    expect((await ask('POST', '/v1/push/message/read', me.headers, { ids })).body).toEqual({ count: 1 })
    expect((await ask('POST', '/v1/push/message/read', me.headers, { ids })).body).toEqual({ count: 0 })
    expect((await ask('POST', '/v1/push/message/read', me.headers, {})).body).toEqual({ count: 2 })
  })
  it('404: none of the ids is the user’s own; other messages stay unread', async () => {
    const other = await reader('customer', 'a')
    const { headers } = await reader('customer', 'b')
    const ids = [other.messages[0]?.id]
    expect((await ask('POST', '/v1/push/message/read', headers, { ids })).status).toBe(404)
    expect((await list(other.headers)).count).toBe(1)
  })
})

describe('messages from the product', () => {
  it('reach every user of a customer once, and only if the transaction commits', async () => {
    const me = await reader('customer')
    const colleague = await signIn(app.services, 'customer', me.customer_id)
    const other = await reader('customer')
    const twice = () =>
      app.services.asSystem((tx) => notifyCustomer(app.services, tx, me.customer_id, news('esito')))
    await twice()
    await twice()
    await app.services
      .asSystem(async (tx) => {
        await notifyCustomer(app.services, tx, me.customer_id, news('mai successo'))
        throw new Error('undone')
      })
      .catch(() => undefined)
    for (const { headers } of [me, colleague]) {
      const { messages } = await list(headers)
      expect(messages.map(({ title }) => title)).toEqual(['esito'])
    }
    expect((await list(other.headers)).count).toBe(0)
  })
  it('from a customer’s job reach only the customer’s users', async () => {
    const me = await reader('customer')
    const other = await reader('customer')
    const asMe = (user_id: number) =>
      app.services.asCustomer(me, (tx) => notifyUser(app.services, tx, user_id, news('lavoro')))
    await asMe(me.user_id)
    await asMe(other.user_id)
    expect((await list(me.headers)).count).toBe(1)
    expect((await list(other.headers)).count).toBe(0)
    const forged = app.services.asCustomer(
      me,
      (tx) =>
        tx`insert into push_messages (user_id, title, body) values (${other.user_id}, 'falso', 'falso')`,
    )
    await expect(forged).rejects.toThrow('row-level security')
  })
})

describe('POST /v1/push/message', () => {
  const text = { title: 'Manutenzione', body: 'Domenica dalle 6 alle 7.' }
  const count = async (headers: Headers, query: string) =>
    (await ask<{ count: number }>('GET', `/v1/push/recipients?${query}`, headers)).body.count
  const send = (headers: Headers, body: object) =>
    ask<Sending>('POST', '/v1/push/message', headers, { ...text, ...body })

  it('201: to all users of a customer, as many as counted before; the number of readers is shown', async () => {
    const writer = await signIn(app.services, 'super_user')
    const me = await reader('customer')
    const colleague = await signIn(app.services, 'customer', me.customer_id)
    const other = await reader('customer')
    const { customer_id } = me
    expect(await count(writer.headers, '')).toBe(0)
    expect(await count(writer.headers, `customer_id=${customer_id}`)).toBe(2)
    const sent = await send(writer.headers, { customer_id, link: '/bollette' })
    expect(sent).toMatchObject({ status: 201, body: { ...text, customer_id, recipients: 2, read: 0 } })
    const { messages } = await list(colleague.headers)
    expect(messages).toMatchObject([{ ...text, metadata: { kind: 'written', link: '/bollette' } }])
    expect((await list(other.headers)).count).toBe(0)
    const url = `/v1/push/message/${messages[0]?.id}`
    await ask('POST', url, colleague.headers)
    const readCount = async () =>
      (await ask<{ items: Sending[] }>('GET', '/v1/push/sent', writer.headers)).body.items[0]?.read
    expect(await readCount()).toBe(1)
    await ask('DELETE', url, colleague.headers)
    expect(await readCount()).toBe(1)
  })
  it('200: finds users by part of their name, only the customer’s while working for it', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const me = await reader('customer')
    const other = await reader('customer')
    await app.services.asSystem(
      (tx) =>
        tx`update users set nominative = 'Niccolò Cercabile' where user_id in (${me.user_id}, ${other.user_id})`,
    )
    const found = async (as: Headers) => {
      const { body } = await ask<{ items: { user_id: number }[] }>('GET', '/v1/push/users?q=colo%20cerc', as)
      return body.items.map(({ user_id }) => user_id)
    }
    expect(await found(headers)).toEqual([me.user_id, other.user_id])
    expect(await found({ ...headers, 'x-customer-id': String(me.customer_id) })).toEqual([me.user_id])
  })
  it('201: to a user; the same key is the same sending', async () => {
    const writer = await signIn(app.services, 'super_user')
    const me = await reader('consumer')
    const headers = { ...writer.headers, 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => send(headers, { user_id: me.user_id })))
    expect(new Set(answers.map(({ body }) => body.push_sending_id)).size).toBe(1)
    expect((await list(me.headers)).count).toBe(1)
  })
  it('409: the key of another message', async () => {
    const writer = await signIn(app.services, 'super_user')
    const [me, other] = [await reader('consumer'), await reader('consumer')]
    const headers = { ...writer.headers, 'idempotency-key': crypto.randomUUID() }
    await send(headers, { user_id: me.user_id })
    expect(await send(headers, { user_id: other.user_id })).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    })
    expect((await list(other.headers)).count).toBe(0)
  })
  it.each(everyRole)('201: to a role: %s', async (role) => {
    const writer = await signIn(app.services, 'super_user')
    const people = await Promise.all(everyRole.map((each) => reader(each)))
    const counted = await count(writer.headers, `role=${role}`)
    const { status, body } = await send(writer.headers, { role })
    expect({ status, recipients: body.recipients }).toEqual({ status: 201, recipients: counted })
    const reached = await Promise.all(people.map(async ({ headers }) => (await list(headers)).count))
    expect(reached).toEqual(everyRole.map((each) => (each === role ? 1 : 0)))
  })
  it('201: to everyone, 50,000 in one statement', async () => {
    await app.services.asSystem(
      (tx) =>
        tx`insert into users (user_name, nominative) select 'folla' || n, 'Folla ' || n from generate_series(1, 50000) n`,
    )
    const writer = await signIn(app.services, 'super_user')
    const me = await reader('awaiting')
    const before = performance.now()
    const { status, body } = await send(writer.headers, { everyone: true })
    const took = performance.now() - before
    expect({ status, recipients: body.recipients }).toEqual({ status: 201, recipients: expect.any(Number) })
    expect(body.recipients).toBeGreaterThan(50_000)
    expect((await list(me.headers)).count).toBe(1)
    expect((await list(writer.headers)).count).toBe(1)
    const [statements] = await app.services.asSystem(
      (tx) =>
        tx`select count(distinct cmin::text) as count from push_messages where push_sending_id = ${body.push_sending_id}`,
    )
    expect(statements?.count).toBe(1)
    if (process.env.TEST_LOG) console.log(`50,000 messages in ${Math.round(took)} ms`)
  })
  it('201: only to its users, while working for a customer', async () => {
    const me = await reader('customer')
    const other = await reader('customer')
    const { headers } = await signIn(app.services, 'super_user')
    const at_work = { ...headers, 'x-customer-id': String(me.customer_id) }
    expect(await count(at_work, 'role=customer')).toBe(1)
    expect((await send(at_work, { role: 'customer' })).body).toMatchObject({ recipients: 1 })
    expect((await list(other.headers)).count).toBe(0)
    expect((await send(at_work, { user_id: other.user_id })).status).toBe(404)
    const sent = (await ask<{ items: Sending[] }>('GET', '/v1/push/sent', at_work)).body.items
    expect(sent.map(({ customer_id }) => customer_id)).toEqual([me.customer_id])
  })
  it('400: no recipient, no text, or a link to another site', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const fieldsOf = async (body: object) =>
      (await ask<{ fields: object }>('POST', '/v1/push/message', headers, body)).body.fields
    expect(await fieldsOf({ ...text })).toEqual({ to: 'Scegli a chi scrivere.' })
    expect(await fieldsOf({ ...text, everyone: true, role: 'store' })).toHaveProperty('to')
    expect(await fieldsOf({ everyone: true, title: ' ', body: '' })).toEqual({
      title: 'Scrivi il titolo.',
      body: 'Scrivi il messaggio.',
    })
    for (const link of [
      'http://saldo.example',
      '//evil.example',
      'javascript:alert(1)',
      '/a b',
      'https://\\x',
    ])
      expect(await fieldsOf({ ...text, everyone: true, link })).toHaveProperty('link')
  })
  it('403: any role except super user', async () => {
    for (const role of everyRole.slice(0, -1)) {
      const { headers } = await signIn(app.services, role as TestRole)
      expect((await send(headers, { everyone: true })).status).toBe(403)
      expect((await ask('GET', '/v1/push/sent', headers)).status).toBe(403)
      expect((await ask('GET', '/v1/push/recipients?everyone=true', headers)).status).toBe(403)
    }
  })
  it('404: an unknown recipient; 409: no user matches', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    expect((await send(headers, { user_id: 987_654_321 })).status).toBe(404)
    const customer_id = await makeCustomer(app.services)
    expect((await send(headers, { customer_id, role: 'store' })).status).toBe(404)
    const at_work = { ...headers, 'x-customer-id': String(customer_id) }
    expect((await send(at_work, { role: 'consumer' })).status).toBe(409)
  })
})

describe('GET /v1/live', () => {
  it('200: a message to a user reaches only that user’s screens', async () => {
    const me = await reader('customer')
    const colleague = await signIn(app.services, 'customer', me.customer_id)
    const stranger = await signIn(app.services, 'consumer')
    const mine = await follow(me.headers)
    const others = await Promise.all([colleague, stranger].map(({ headers }) => follow(headers)))
    await tell(me.user_id, 'ecco')
    await expect.poll(() => mine.nouns()).toEqual(['messages'])
    // The later event shows that nothing was sent before it.
    await tell(colleague.user_id, 'a te')
    await tell(stranger.user_id, 'a te')
    for (const other of others) await expect.poll(() => other.nouns()).toEqual(['messages'])
    expect(mine.nouns()).toEqual(['messages'])
    for (const each of [mine, ...others]) each.stop()
  })
})

async function follow(headers: Headers) {
  const reply = await app.app.inject({ url: '/v1/live', headers, payloadAsStream: true })
  const stream = reply.stream()
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  await expect.poll(() => text).toContain(': saldo')
  return {
    nouns: () => [...text.matchAll(/"noun":"(\w+)"/g)].map((found) => found[1]),
    stop: () => stream.destroy(),
  }
}
