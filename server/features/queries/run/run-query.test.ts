import type { QueryResult } from '@saldo/contract/backoffice/queries'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiError } from '../../../http/errors.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeCustomer, signIn } from '../../../testing/people.ts'
import { executeQuery } from './execute-query.ts'
import { openQuerySession, type QuerySession } from './open-query-session.ts'
import { failureOf } from './query-failure.ts'

let app: TestApp
let me: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  app = await startApp()
  me = await signIn(app.services, 'super_user')
})
afterAll(() => app.close())

type Said = QueryResult & {
  error?: string
  error_description?: string
  fields?: Record<string, string>
  lines: string[]
}
const post = async (url: string, body: object, headers = me.headers) => {
  const reply = await app.call({ method: 'POST', url, headers, body: body as never })
  return { ...reply, body: reply.body as Said }
}
const run = (text: string, more: object = {}) => post('/v1/query-runs', { text, ...more })
const sheetOf = (workbook: Uint8Array) =>
  strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml'] as Uint8Array)
const runsOf = (text: string) =>
  app.services.asSystem((tx) => tx`select * from query_runs where text = ${text} order by run_id desc`)

describe('POST /v1/query-runs', () => {
  it('201: rows with the names, types and kinds of their columns, and null apart from an empty text', async () => {
    const { status, body } = await run(
      `select 12345678901234567::bigint as big, 0.10::numeric as exact, date '2026-09-15' as day, true as yes,
         '' as empty, null as nothing, '{"a": 1}'::jsonb as data, 'è €' as words`,
    )
    expect(status).toBe(201)
    expect(body.columns.map(({ name, type, kind }) => [name, type, kind])).toEqual([
      ['big', 'bigint', 'number'],
      ['exact', 'numeric', 'number'],
      ['day', 'date', 'day'],
      ['yes', 'boolean', 'boolean'],
      ['empty', 'text', 'text'],
      ['nothing', 'text', 'text'],
      ['data', 'jsonb', 'json'],
      ['words', 'text', 'text'],
    ])
    expect(body.rows).toEqual([['12345678901234567', '0.10', '2026-09-15', 't', '', null, '{"a": 1}', 'è €']])
    expect(body).toMatchObject({ is_cut: false, customer_id: null })
  })
  it('201: typed values, each where its name stands', async () => {
    const { body } = await run('select :euro + 1 as more, :day as day, :word as word, :none as none', {
      parameters: [
        { name: 'euro', label: 'Euro', type: 'cents' },
        { name: 'day', label: 'Giorno', type: 'day' },
        { name: 'word', label: 'Parola', type: 'text' },
        { name: 'none', label: 'Niente', type: 'integer', required: false },
      ],
      values: { euro: '100', day: '2026-01-31', word: `'; drop table bills; --` },
    })
    expect(body.rows).toEqual([['101', '2026-01-31', `'; drop table bills; --`, null]])
    expect(body.columns.map(({ type }) => type)).toEqual(['bigint', 'date', 'text', 'bigint'])
  })
  it('201: each type of value arrives as it was sent, to the last digit', async () => {
    const values = {
      yes: 'true',
      no: 'false',
      at: '2026-06-30T10:00:00.123456Z',
      day: '2026-03-29',
      whole: '123456789012345',
      exact: '123456789012345.0123456789',
    }
    const types = {
      yes: 'boolean',
      no: 'boolean',
      at: 'instant',
      day: 'day',
      whole: 'integer',
      exact: 'decimal',
    }
    const { body } = await run('select :yes, :no, :at, :day, :whole, :exact', {
      parameters: Object.entries(types).map(([name, type]) => ({ name, label: name, type })),
      values,
    })
    expect(body.rows).toEqual([
      ['t', 'f', '2026-06-30 12:00:00.123456+02', values.day, values.whole, values.exact],
    ])
    expect(body.columns.map(({ type }) => type)).toEqual([
      ...['boolean', 'boolean', 'timestamp with time zone', 'date', 'bigint', 'numeric'],
    ])
  })
  it('400 at the field: an instant that does not exist, and NUL in any text', async () => {
    const asked = (type: string, value: string) => ({
      parameters: [{ name: 'a', label: 'A', type }],
      values: { a: value },
    })
    for (const [type, value] of [
      ['instant', '2026-02-30T10:00:00Z'],
      ['instant', '2026-13-45T99:99Z'],
      ['text', 'a\u0000b'],
    ] as const) {
      const { status, body } = await run('select :a', asked(type, value))
      expect([status, Object.keys(body.fields ?? {})], value).toEqual([400, ['values.a']])
    }
    const { status, body } = await run('select 1 as "\u0000"')
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['text']])
  })
  it('201: at most 10,000 rows, and says that there were more', async () => {
    const { body } = await run('select i from generate_series(1, 10001) i')
    expect([body.rows.length, body.is_cut]).toEqual([10_000, true])
    const all = await run('select i from generate_series(1, 10000) i')
    expect([all.body.rows.length, all.body.is_cut]).toEqual([10_000, false])
  })
  it('201: of one customer, sees that customer’s rows alone; of none, those of all', async () => {
    const mine = await makeCustomer(app.services, { business_name: 'Studio Uno' })
    const other = await makeCustomer(app.services, { business_name: 'Studio Due' })
    const text = 'select customer_id from customers order by 1'
    expect((await run(text, { customer_id: mine })).body.rows).toEqual([[String(mine)]])
    const all = (await run(text)).body.rows.map(([id]) => Number(id))
    expect(all).toEqual(expect.arrayContaining([mine, other]))
  })
  it('writes down who ran what, with its end, in its list and in the audit log', async () => {
    const text = "select 'kept' as word"
    const { body } = await run(text)
    const [row] = await runsOf(text)
    expect(row).toMatchObject({
      run_id: body.run_id,
      user_id: me.user_id,
      state: 'done',
      rows: 1,
      kind: 'run',
    })
    const [line] = await app.services.asSystem(
      (tx) =>
        tx`select act, user_id, after from audit_log where noun = 'query_runs' and record_id = ${body.run_id}`,
    )
    expect(line).toMatchObject({ act: 'created', user_id: me.user_id, after: { text, kind: 'run' } })
    const found = await app.call({ url: '/v1/query-runs?q=KEPT+word', headers: me.headers })
    expect((found.body as { items: { run_id: number }[] }).items.map(({ run_id }) => run_id)).toEqual([
      body.run_id,
    ])
  })
  it('keeps no whole IBAN of the text or of a value', async () => {
    const iban = 'IT60X0542811101000000123456'
    const { status, body } = await run(`select '${iban}' as said, :iban as given`, {
      parameters: [{ name: 'iban', label: 'IBAN', type: 'text' }],
      values: { iban },
    })
    expect([status, body.rows]).toEqual([201, [[iban, iban]]])
    const kept = await app.services.asSystem(
      (tx) => tx`
        select r.text, r.values, r.folded, a.after from query_runs r
        join audit_log a on a.noun = 'query_runs' and a.record_id = r.run_id where r.run_id = ${body.run_id}`,
    )
    expect(JSON.stringify(kept)).not.toContain('0542811101')
    expect(kept[0]).toMatchObject({ values: { iban: 'IT60 •••• 3456' } })
  })
  it.each([
    [{ text: undefined }, 'text'],
    [{ text: 'select :a' }, 'text'],
    [{ text: 'select :a', parameters: [{ name: 'a', label: 'A', type: 'integer' }] }, 'values.a'],
    [
      { text: 'select :a', parameters: [{ name: 'a', label: 'A', type: 'integer' }], values: { a: '1e9' } },
      'values.a',
    ],
    [{ text: 'select 1', values: { a: '1' } }, 'values.a'],
    [{ text: 'select :A', parameters: [{ name: 'A', label: 'A', type: 'text' }] }, 'parameters.0.name'],
  ])('400: at the field, %j', async (body, field) => {
    const { status, body: said } = await post('/v1/query-runs', body)
    expect([status, Object.keys(said.fields ?? {})]).toEqual([400, [field]])
  })
  it('takes a name that every object inherits for a parameter like any other', async () => {
    const text = 'select :constructor as a, :valueof as b'
    const parameters = ['constructor', 'valueof'].map((name) => ({ name, label: name, type: 'text' }))
    const without = await run(text, { parameters })
    expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([
      ...[400, ['values.constructor', 'values.valueof']],
    ])
    expect((await post('/v1/query-runs/plan', { text, parameters })).status).toBe(400)
    const { body } = await run(text, { parameters, values: { constructor: 'x', valueof: 'y' } })
    expect(body.rows).toEqual([['x', 'y']])
  })
  it('404: a customer that does not exist, and nothing runs', async () => {
    const text = "select 'of nobody'"
    expect((await run(text, { customer_id: 99_999_999 })).status).toBe(404)
    expect(await runsOf(text)).toEqual([])
  })
  it('422: a fault of the text names its line and column, and is written down', async () => {
    const text = 'select 1\n  from nowhere'
    const { status, body } = await run(text)
    expect([status, body.error]).toEqual([422, 'query_refused'])
    const where = 'riga 2, colonna 8: relation "nowhere" does not exist'
    expect(body.fields?.text).toBe(where)
    expect((await post('/v1/query-runs/plan', { text })).body.fields?.text).toBe(where)
    expect((await runsOf(text))[0]).toMatchObject({ state: 'failed', failure_code: '42P01', rows: null })
  })
  it('422: more than five seconds', async () => {
    const text = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b'
    const { status, body } = await run(text)
    expect([status, body.error]).toEqual([422, 'query_timed_out'])
    expect((await runsOf(text))[0]).toMatchObject({ state: 'timed_out' })
  })
  it('leaves to its rows only the time that was not used before them', async () => {
    // PostgreSQL works the length out while it plans, before the first row.
    const { body } = await run(
      "select current_setting('statement_timeout') where length(repeat('è', 10000000)) > 0",
    )
    expect(body.rows[0]?.[0]).toMatch(/^[1-4]\d{3}ms$/)
  })
  it('422: more bytes than a result may have, in one value or in many: the connection is cut', async () => {
    for (const text of [
      "select repeat('x', 300000)",
      "select repeat('x', 1000) from generate_series(1, 300)",
    ]) {
      const session = await openQuerySession(app.services.queries_address, 100_000)
      const nobody_left = new AbortController().signal
      const error: unknown = await executeQuery(session, { text, values: [] }, nobody_left).catch(
        (cut) => cut,
      )
      const failure = failureOf(error, { text, too_large: session.wasTooLarge(), left: false })
      expect([failure.state, (failure.error as ApiError).code]).toEqual(['too_large', 'query_too_large'])
      await session.end()
    }
  })
  it('cancels the query when its reader leaves', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const text = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 99999) b'
    const leaving = new AbortController()
    const asked = fetch(`${address}/v1/query-runs`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { ...me.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    }).catch(() => 'left')
    await expect.poll(async () => (await runsOf(text))[0]?.state, { timeout: 20_000 }).toBe('running')
    leaving.abort()
    expect(await asked).toBe('left')
    await expect.poll(async () => (await runsOf(text))[0]?.state, { timeout: 20_000 }).toBe('cancelled')
    const still = await app.services.asSystem(
      (tx) =>
        tx`select from pg_stat_activity where application_name = 'saldo query' and state = 'active' and datname = current_database()`,
    )
    expect(still).toHaveLength(0)
  })
  it('503: when all connections of the login are in use', async () => {
    const sessions: QuerySession[] = []
    const openAnother = async () => {
      sessions.push(await openQuerySession(app.services.queries_address, 1e6))
    }
    // Eight, less those that other tests use.
    const openAll = async () => {
      while (sessions.length < 9) await openAnother()
    }
    await expect(openAll()).rejects.toMatchObject({ status: 503, code: 'queries_busy' })
    await Promise.all(sessions.map((session) => session.end()))
    await expect.poll(async () => (await run('select 1')).status).toBe(201)
  })
})

describe('POST /v1/query-runs/plan', () => {
  it('201: the plan of the query, which does not run', async () => {
    const text = "select 1 / (amount - amount) from bills where number = 'x'"
    const { status, body } = await post('/v1/query-runs/plan', { text })
    expect(status).toBe(201)
    expect(body.lines.join('\n')).toMatch(/Scan.* on bills/)
    expect((await runsOf(text))[0]).toMatchObject({ kind: 'plan', state: 'done' })
  })
})

describe('POST /v1/query-runs/file', () => {
  it('200: a CSV, with texts that a spreadsheet would run made harmless', async () => {
    const { status, raw, headers } = await post('/v1/query-runs/file', {
      text: "select 1.5 as n, '=1+1' as formula, date '2026-09-15' as day",
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    expect(raw.toString('utf8').replace('\uFEFF', '')).toBe("n;formula;day\r\n1,5;'=1+1;15/09/2026\r\n")
  })
  it('200: a CSV with a decimal comma, however many digits a number has, and without the zeros of a sum', async () => {
    const { raw } = await post('/v1/query-runs/file', {
      text: 'select 106555.890000000000 as somma, 10.000000000000000000 as media, 123456789012345678 as intero, -1234567890.123456789 as lungo',
    })
    expect(raw.toString('utf8').replace('\uFEFF', '')).toBe(
      'somma;media;intero;lungo\r\n106555,89;10,00;123456789012345678;-1234567890,123456789\r\n',
    )
  })
  it('200: an XLSX', async () => {
    const { status, raw } = await post('/v1/query-runs/file', { text: 'select 1 as n', format: 'xlsx' })
    expect([status, raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
  it('200: leaves a day that is none of a four-digit year of our era as PostgreSQL writes it', async () => {
    const text = "select '0044-03-15 BC'::date as a, '10000-01-01'::date as b, '2026-09-15 BC'::date as c"
    const csv = await post('/v1/query-runs/file', { text })
    expect(csv.raw.toString('utf8')).toContain('\r\n0044-03-15 BC;10000-01-01;2026-09-15 BC\r\n')
    const xlsx = sheetOf((await post('/v1/query-runs/file', { text, format: 'xlsx' })).raw)
    for (const day of ['0044-03-15 BC', '10000-01-01', '2026-09-15 BC']) expect(xlsx).toContain(`>${day}<`)
  })
  it('200: an XLSX says so when a cell holds only the beginning of a text', async () => {
    const sheet = async (length: number) =>
      sheetOf(
        (
          await post('/v1/query-runs/file', {
            text: `select 1 as n, repeat('x', ${length}) as a`,
            format: 'xlsx',
          })
        ).raw,
      )
    expect(await sheet(32_767)).not.toContain('troppo lunghi')
    expect(await sheet(32_768)).toContain('troppo lunghi')
  })
  it('403: asks for step-up', async () => {
    const tired = await signIn(app.services, 'super_user')
    await app.services.asSystem(
      (tx) => tx`update sessions set proved_at = now() - interval '1 hour' where user_id = ${tired.user_id}`,
    )
    const { status, body } = await post('/v1/query-runs/file', { text: 'select 1' }, tired.headers)
    expect([status, body.error]).toEqual([403, 'step_up_required'])
  })
})
