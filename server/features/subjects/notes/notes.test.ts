import type { Note } from '@saldo/contract/registry/notes'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeBill, makeSubject, signIn, signInSubUser } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Headers = Record<string, string>
const write = ['subjects:write']

/** An office with a person, and what may be done about their notes. */
async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const { subject_id, account_id } = await makeBill(test.services, customer_id)
  const colleague = (permissions = write, accounts?: number[]) =>
    signInSubUser(test.services, customer_id, { permissions, ...(accounts ? { accounts } : {}) })
  return { headers, customer_id, subject_id, account_id, colleague }
}
const call = async <B = Note>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const reply = await test.call({ method, url: `/v1/${url}`, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as B & { error: string; fields?: Record<string, string> } }
}
const put = (headers: Headers, subject_id: number, more: object = {}) =>
  call('PUT', 'notes', headers, { subject_id, kind: 'call', text: 'Chiede la ricevuta', ...more })
const list = async (headers: Headers, query: string) =>
  (await call<{ items: Note[]; next_cursor: string | null }>('GET', `notes?${query}`, headers)).body

describe('PUT /v1/notes', () => {
  it('201: keeps who wrote it, and when it happened in Rome', async () => {
    const { headers, subject_id } = await office()
    const { status, body } = await put(headers, subject_id, {
      day: '2026-07-01',
      time: '09:30',
      call_back_on: '2026-07-08',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ subject_id, kind: 'call', text: 'Chiede la ricevuta', call_back_on: '2026-07-08' },
      ...{ author: expect.stringMatching(/^Persona/), may_change: true, called_back_at: null },
    })
    expect(new Date(body.happened_at).toISOString()).toBe('2026-07-01T07:30:00.000Z')
  })

  it('400: no text, an hour that does not exist, a call still to come', async () => {
    const { headers, subject_id } = await office()
    for (const [wrong, field] of [
      [{ text: '  ' }, 'text'],
      [{ day: '2026-07-01', time: '25:00' }, 'time'],
      [{ day: addDays(today(), 2) }, 'day'],
    ] as const)
      expect(await put(headers, subject_id, wrong)).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
  })

  it('403, 404: residents, who only may read, another office’s person', async () => {
    const { subject_id, colleague } = await office()
    const consumer = await signIn(test.services, 'consumer')
    expect((await put(consumer.headers, subject_id)).status).toBe(403)
    expect((await put((await colleague(['subjects:read'])).headers, subject_id)).status).toBe(403)
    expect((await put((await office()).headers, subject_id)).status).toBe(404)
  })
})

describe('GET /v1/notes', () => {
  it('200: the latest first, a page at a time, of one person or by text', async () => {
    const { headers, customer_id, subject_id } = await office()
    const other = await makeSubject(test.services, customer_id)
    await put(headers, other, { text: 'Di un’altra persona' })
    for (const day of ['2026-07-02', '2026-07-03', '2026-07-01'])
      await put(headers, subject_id, { day, text: `Perché così tanto? ${day}` })
    const first = await list(headers, `subject_id=${subject_id}&limit=2`)
    expect(first.items.map(({ text }) => text.slice(-2))).toEqual(['03', '02'])
    const rest = await list(
      headers,
      `subject_id=${subject_id}&limit=2&cursor=${encodeURIComponent(first.next_cursor as string)}`,
    )
    expect(rest).toMatchObject({ items: [{ text: expect.stringMatching(/01$/) }], next_cursor: null })
    expect((await list(headers, `q=${encodeURIComponent('PERCHE 2026-07-02')}`)).items).toHaveLength(1)
    expect((await call<{ count: number }>('GET', 'notes/summary', headers)).body.count).toBe(4)
  })

  it('200: a sub-user of some condominiums reads those about people there, residents none', async () => {
    const { headers, customer_id, subject_id, account_id, colleague } = await office()
    const elsewhere = await makeBill(test.services, customer_id)
    const seen = await put(headers, subject_id)
    await put(headers, elsewhere.subject_id)
    const limited = await colleague(['subjects:read', 'bills:read'], [account_id])
    expect((await list(limited.headers, '')).items.map(({ note_id }) => note_id)).toEqual([seen.body.note_id])
    const resident = await signIn(test.services, 'consumer')
    await test.services.asSystem(
      (tx) => tx`update subjects set user_id = ${resident.user_id} where subject_id = ${subject_id}`,
    )
    expect((await call('GET', 'notes', resident.headers)).status).toBe(403)
    const [granted] = await test.services.asSystem(
      (tx) => tx`
        select has_table_privilege('saldo_consumer', 'notes', 'select') as consumer,
          has_table_privilege('saldo_link', 'notes', 'select') as link`,
    )
    expect(granted).toEqual({ consumer: false, link: false })
  })
})

describe('people to be called back', () => {
  it('are found in the registry until somebody says that they were called', async () => {
    const { headers, customer_id, subject_id, colleague } = await office()
    const later = await makeSubject(test.services, customer_id)
    const { body } = await put(headers, subject_id, { call_back_on: today() })
    await put(headers, later, { call_back_on: addDays(today(), 5) })
    const toCall = async (which: string) =>
      (
        await call<{ items: { subject_id: number }[] }>('GET', `subjects?call_back=${which}`, headers)
      ).body.items
        .map((person) => person.subject_id)
        .sort()
    expect(await toCall('due')).toEqual([subject_id])
    expect(await toCall('open')).toEqual([subject_id, later].sort())
    expect((await list(headers, 'call_back=due')).items).toHaveLength(1)
    const mark = (as: Headers, called_back: boolean) =>
      call('POST', `notes/called-back/${body.note_id}`, as, { called_back })
    const other = await colleague()
    expect((await mark(other.headers, true)).body).toMatchObject({
      called_back_at: expect.any(String),
      called_back_by: expect.stringMatching(/^Persona/),
    })
    expect(await toCall('due')).toEqual([])
    expect((await mark(headers, false)).body.called_back_at).toBeNull()
    expect(await toCall('due')).toEqual([subject_id])
  })

  it('409: nobody is to be called back', async () => {
    const { headers, subject_id } = await office()
    const { body } = await put(headers, subject_id)
    expect(
      await call('POST', `notes/called-back/${body.note_id}`, headers, { called_back: true }),
    ).toMatchObject({
      status: 409,
      body: { error: 'no_call_back' },
    })
  })

  it('are to be called again when the day is changed', async () => {
    const { headers, subject_id } = await office()
    const { body } = await put(headers, subject_id, { call_back_on: today() })
    await call('POST', `notes/called-back/${body.note_id}`, headers, { called_back: true })
    const same = { note_id: body.note_id, kind: 'call', text: 'Corretto', call_back_on: today() }
    expect((await call('POST', 'notes', headers, same)).body.called_back_at).not.toBeNull()
    const changed = { ...same, call_back_on: addDays(today(), 1) }
    expect((await call('POST', 'notes', headers, changed)).body.called_back_at).toBeNull()
  })
})

describe('who changes and removes a note', () => {
  it('its author, and the office’s administrator', async () => {
    const { headers, subject_id, colleague } = await office()
    const author = await colleague()
    const { body } = await put(author.headers, subject_id, { day: '2026-07-01', time: '10:00' })
    const change = { note_id: body.note_id, kind: 'note', text: 'Letto meglio' }
    const changed = await call('POST', 'notes', author.headers, change)
    expect(changed).toMatchObject({
      status: 200,
      body: { text: 'Letto meglio', happened_at: body.happened_at },
    })
    expect((await call('POST', 'notes', headers, change)).status).toBe(200)
    expect((await call('DELETE', `notes/${body.note_id}`, headers)).status).toBe(204)
    expect((await call('DELETE', `notes/${body.note_id}`, headers)).status).toBe(404)
  })

  it('403: not a colleague, whom the database refuses too', async () => {
    const { headers, customer_id, subject_id, colleague } = await office()
    const { body } = await put(headers, subject_id)
    const { headers: other, user_id, ...rest } = await colleague()
    expect((await list(other, '')).items).toMatchObject([{ may_change: false }])
    const change = { note_id: body.note_id, kind: 'note', text: 'Altro' }
    const refused = { status: 403, body: { error: 'not_author' } }
    expect(await call('POST', 'notes', other, change)).toMatchObject(refused)
    expect(await call('DELETE', `notes/${body.note_id}`, other)).toMatchObject(refused)
    expect(rest.customer_id).toBe(customer_id)
    const directly = (act: 'update' | 'delete') =>
      test.services.asSystem(async (tx) => {
        await tx`select enter('saldo_customer', ${customer_id}, ${user_id}, null), limit_actor('subjects:write,subjects:read', null)`
        if (act === 'update') await tx`update notes set text = 'Altro' where note_id = ${body.note_id}`
        else await tx`delete from notes where note_id = ${body.note_id}`
      })
    for (const act of ['update', 'delete'] as const)
      await expect(directly(act)).rejects.toMatchObject({ constraint_name: 'note_stays_its_authors' })
  })
})

it('is in the person’s history, with what it said before', async () => {
  const { headers, subject_id } = await office()
  const { body } = await put(headers, subject_id)
  await call('POST', 'notes', headers, { note_id: body.note_id, kind: 'call', text: 'Chiede il bilancio' })
  await call('DELETE', `notes/${body.note_id}`, headers)
  const { items } = (
    await call<{ items: { label: string; act: string; changes: object }[] }>(
      'GET',
      `audit?noun=subjects&record=${subject_id}`,
      headers,
    )
  ).body
  expect(items.slice(0, 3)).toMatchObject([
    { part: 'notes', act: 'removed' },
    { part: 'notes', act: 'changed' },
    { part: 'notes', act: 'created' },
  ])
  expect(JSON.stringify(items[1])).toContain('Chiede la ricevuta')
})

it('goes with the person when two records are merged', async () => {
  const { headers, customer_id, subject_id } = await office()
  const kept = await makeSubject(test.services, customer_id)
  const { body } = await put(headers, subject_id)
  await test.services.asSystem((tx) => tx`update subjects set fiscal_code = null where subject_id = ${kept}`)
  const asked = { kept_id: kept, merged_id: subject_id, from_merged: [] }
  expect((await call('POST', 'subjects/merge', headers, asked)).status).toBe(200)
  const { items } = await list(headers, `subject_id=${kept}`)
  expect(items.map(({ note_id }) => note_id)).toEqual([body.note_id])
})
