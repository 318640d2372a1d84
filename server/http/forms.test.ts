import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { contract } from '@saldo/contract/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, withApp } from '../testing/app.ts'
import { makeAccount, makeSubject, signIn } from '../testing/people.ts'
import { requestText } from '../testing/raw-requests.ts'

const logged: string[] = []
let app: TestApp
let url: string
type Headers = Record<string, string>
let own: { headers: Headers; back_office: Headers; urls: Map<string, string> }
beforeAll(async () => {
  app = await startApp({
    // Only a form without a file ends in time for these tests.
    limits: { headers: 20_000, body: 300, upload: 600_000, check: 100 },
    env: { LOG_LEVEL: 'error' },
    log_to: { write: (line: string) => void logged.push(line) },
  })
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { customer_id, headers } = await signIn(app.services, 'customer')
  const ids: Record<string, number> = {
    customers: customer_id,
    accounts: await makeAccount(app.services, customer_id),
    subjects: await makeSubject(app.services, customer_id),
  }
  ids.mandates = await makeMandate(headers, { account_id: ids.accounts, subject_id: ids.subjects })
  const urlOf = (path: string) =>
    path.replace('{id}', String(ids[path.split('/')[2] as string])).replace('{type}', 'other')
  const { headers: back_office } = await signIn(app.services, 'super_user')
  own = { headers, back_office, urls: new Map(forms.map(({ route, path }) => [route, urlOf(path)])) }
})
afterAll(() => app.close())

/** A mandate on paper, whose scan is to come. */
async function makeMandate(
  headers: Headers,
  of: { account_id: number | undefined; subject_id: number | undefined },
): Promise<number> {
  const post = (path: string, payload: object) =>
    app.call({ method: 'POST', url: path, headers, payload }) as Promise<{ body: { mandate_id: number } }>
  await post(`/v1/debit-setup/${of.account_id}`, { creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' })
  const paper = { ...of, iban: 'IT60X0542811101000000123456', signed_on: '2026-01-10' }
  return (await post('/v1/mandates', paper)).body.mandate_id
}

const forms = contract
  .filter(({ accepts }) => accepts === 'multipart')
  .map(({ route, allow }) => {
    const [method = '', path = ''] = route.split(' ')
    return { route, method: method as 'PUT' | 'POST', path, offices: allow.includes('customer') }
  })

const file = 'Content-Disposition: form-data; name="file"; filename="a"'
const field = 'Content-Disposition: form-data; name="text"'
const malformed: [string, string, string][] = [
  ['no boundary', 'multipart/form-data', 'x'],
  ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['another boundary', 'multipart/form-data; boundary=b', `--a\r\n${file}\r\n\r\nx\r\n--a--\r\n`],
  ['no part at all', 'multipart/form-data; boundary=a', 'x'],
  ['the beginning of a part', 'multipart/form-data; boundary=a', '--a'],
  ['half the headers of a part', 'multipart/form-data; boundary=a', `--a\r\n${file.slice(0, 40)}`],
  ['a file without an end', 'multipart/form-data; boundary=a', `--a\r\n${file}\r\n\r\nx`],
  ['a field without an end', 'multipart/form-data; boundary=a', `--a\r\n${field}\r\n\r\nabc`],
]

describe.each(forms)('$route', ({ route, method, offices }) => {
  it.each(malformed)('400, not a fault of the server: a form with %s', async (_what, type, payload) => {
    logged.length = 0
    const send = (headers: Record<string, string>) =>
      app.call({
        method,
        url: own.urls.get(route) as string,
        headers: { ...headers, 'content-type': type },
        payload,
      })
    expect(await send(offices ? own.headers : own.back_office)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'La richiesta non è leggibile.' },
    })
    expect((await send({})).status).toBe(401)
    expect(logged).toEqual([])
    for (const folder of ['imports', 'documents', 'flows', 'mandates'])
      expect(filesIn(folder), folder).toEqual([])
  })
})

it('401 at once, and the end of the connection: a stranger who sends a form slowly', async () => {
  const patient = await withApp({ limits: { headers: 20_000, body: 600_000, upload: 600_000, check: 100 } })
  const address = await patient.app.listen({ port: 0, host: '127.0.0.1' })
  for (const answer of await Promise.all(forms.map(({ route }) => begin(route, {}, { address }))))
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})

function filesIn(folder: string): string[] {
  const path = join(app.services.env.SALDO_HOME, 'files', folder)
  return existsSync(path) ? readdirSync(path) : []
}

/** Sends a form drop by drop until the server closes the connection; what it answered. */
const begin = (
  route: string,
  headers: Record<string, string>,
  { part = `--a\r\n${field}\r\n\r\n`, address = url } = {},
) =>
  new Promise<string>((resolve) => {
    const line = `${route.split(' ')[0]} ${own.urls.get(route)}`
    const type = { 'content-type': 'multipart/form-data; boundary=a', 'transfer-encoding': 'chunked' }
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    let answer = ''
    let dripping: NodeJS.Timeout | undefined
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
      socket.write(requestText(line, { ...headers, ...type }, chunk(part)))
      // Only now: what is written before the connection is there would arrive before the request.
      dripping = setInterval(() => socket.write(chunk('x')), 50)
    })
    socket.on('data', (text) => {
      answer += text
    })
    // The server may close while we still send: what it said before counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(answer)
    })
  })

it('408: a form without a file that does not arrive in time, though its sender was admitted', async () => {
  const answer = await begin('POST /v1/research/find', own.headers)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"error":"request_timeout"')
})

it('413: a form without a file that is larger than another body', async () => {
  const much = `--a\r\n${field}\r\n\r\n${'x'.repeat(2_000_000)}`
  expect(await begin('POST /v1/research/find', own.headers, { part: much })).toMatch(/^HTTP\/1\.1 413 /)
})
