import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { signIn } from '../testing/people.ts'
import { permissionsPolicy } from './permissions-policy.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startApp({ limits: { headers: 300, body: 300, upload: 1200, check: 100 } })
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Sends `text`, then nothing more, and reads until the server closes the connection. */
async function send(text: string): Promise<{ status: number; headers: string; body: unknown; took: number }> {
  const began = Date.now()
  const [headers = '', body = ''] = (await answerTo(text)).split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1])
  return { status, headers, body: JSON.parse(body), took: Date.now() - began }
}

const answerTo = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    // The server may close while we still send: what it said before counts.
    socket.on('error', (error) => (received ? resolve(received) : reject(error)))
  })

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n`
const host = 'Host: saldo.example'
const late = {
  error: 'request_timeout',
  error_description: expect.stringMatching(/non è arrivata in tempo/),
  request_id: expect.stringMatching(/^req_/),
}

describe('408', () => {
  it.each([
    ['a body of JSON', 'POST /v1/auth/step-up', 'application/json', 'Content-Length: 40'],
    ['a form', 'POST /oauth/token', 'application/x-www-form-urlencoded', 'Content-Length: 40'],
    ['a body in pieces', 'POST /v1/bills', 'application/json', 'Transfer-Encoding: chunked'],
    ['a signed event', 'POST /v1/stripe/webhook/stripe', 'application/json', 'Content-Length: 40'],
    [
      'no upload, where a file may be uploaded',
      'PUT /v1/bills/import',
      'application/json',
      'Content-Length: 40',
    ],
  ])('%s that does not arrive in time', async (_what, route, type, length) => {
    const { status, headers, body } = await send(
      lines(`${route} HTTP/1.1`, host, `Content-Type: ${type}`, length, ''),
    )
    expect({ status, body }).toEqual({ status: 408, body: late })
    expect(headers).toMatch(/\r\nx-request-id: req_/i)
  })

  it('headers that do not arrive in time', async () => {
    const { status, headers, body } = await send(lines('GET /healthz HTTP/1.1', host))
    expect({ status, body }).toEqual({ status: 408, body: late })
    expect(headers).toMatch(/\r\nx-request-id: req_/i)
  })

  it('a file has longer than another body, but an end, too', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const { status, body, took } = await send(
      lines(
        'PUT /v1/bills/import HTTP/1.1',
        ...[host, `Authorization: ${headers.authorization}`, 'Content-Length: 4000'],
        ...['Content-Type: multipart/form-data; boundary=x', '', '--x'],
        'Content-Disposition: form-data; name="file"; filename="a.csv"',
        ...['', 'numero'],
      ),
    )
    expect({ status, body }).toEqual({ status: 408, body: late })
    expect(took).toBeGreaterThan(900)
  })

  it('a connection ends, too, whose request was refused before its body came', async () => {
    const { status } = await send(
      lines(
        'PUT /v1/bills/import HTTP/1.1',
        ...[host, 'Content-Length: 4000', 'Content-Type: multipart/form-data; boundary=x', '', '--x'],
      ),
    )
    expect(status).toBe(401)
  })
})

describe('the one error shape', () => {
  const shape = {
    error_description: expect.stringMatching(/\.$/),
    request_id: expect.stringMatching(/^req_/),
  }
  it('413: a body of more than a megabyte', async () => {
    const { status, body } = await send(
      lines(
        'POST /v1/auth/step-up HTTP/1.1',
        host,
        'Content-Type: application/json',
        'Content-Length: 2000000',
        '',
      ),
    )
    expect({ status, body }).toEqual({ status: 413, body: { error: 'too_large', ...shape } })
  })
  it('414: an address with a part that is too long', async () => {
    const { status, headers, body } = await send(
      lines(`GET /v1/bills/${'9'.repeat(600)} HTTP/1.1`, host, 'Connection: close', ''),
    )
    expect({ status, body }).toEqual({ status: 414, body: { error: 'address_too_long', ...shape } })
    expect(headers).toMatch(/\r\nx-request-id: req_/i)
  })
  it('431: headers of more than 16 KB', async () => {
    const { status, headers, body } = await send(
      lines('GET /healthz HTTP/1.1', host, `X-A: ${'a'.repeat(20_000)}`, ''),
    )
    expect({ status, body }).toEqual({ status: 431, body: { error: 'headers_too_large', ...shape } })
    expect(headers).toMatch(/\r\nx-request-id: req_/i)
  })
  it('417: a request that expects what no server does', async () => {
    const { status, headers, body } = await send(
      lines('POST /v1/otp/request HTTP/1.1', host, 'Expect: 200-ok', 'Content-Length: 2', '', '{}'),
    )
    expect({ status, body }).toEqual({ status: 417, body: { error: 'expectation_failed', ...shape } })
    expect(headers).toMatch(/\r\nx-request-id: req_/i)
  })
  it('400: what is not HTTP, an address that cannot be decoded, and a request without a host', async () => {
    for (const text of [
      lines('hello', ''),
      lines('GET /healthz HTTP/1.1', 'Connection: close', ''),
      lines('GET /v1/bills/%zz HTTP/1.1', host, 'Connection: close', ''),
    ]) {
      const { status, body } = await send(text)
      expect({ status, body }).toEqual({ status: 400, body: { error: 'invalid_request', ...shape } })
    }
  })
})

it('answers a request that is in time as ever, and each page says that it uses no device', async () => {
  const { status, headers, body } = await send(lines('GET /healthz HTTP/1.1', host, 'Connection: close', ''))
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } })
  expect(headers.toLowerCase()).toContain(`permissions-policy: ${permissionsPolicy}`)
  for (const url of ['/', '/docs', '/v1/bills', '/nowhere'])
    expect((await app.call({ url })).headers['permissions-policy']).toMatch(/camera=\(\)/)
})

it('forbids frames, foreign resources and plain HTTP in every kind of answer', async () => {
  const close = 'Connection: close'
  for (const text of [
    ...['/', '/docs/', '/openapi.json', '/v1/bills', '/nowhere'].map((url) =>
      lines(`GET ${url} HTTP/1.1`, host, close, ''),
    ),
    lines(
      'POST /v1/auth/step-up HTTP/1.1',
      host,
      'Content-Type: application/json',
      'Content-Length: 2000000',
      '',
    ),
    lines('GET /v1/bills/%zz HTTP/1.1', host, close, ''),
    lines(`GET /v1/bills/${'9'.repeat(600)} HTTP/1.1`, host, close, ''),
    lines('GET /healthz HTTP/1.1', host, `X-A: ${'a'.repeat(20_000)}`, ''),
    lines('hello', ''),
    lines('GET /healthz HTTP/1.1', close, ''),
    lines('POST /v1/otp/request HTTP/1.1', host, 'Expect: 200-ok', 'Content-Length: 2', '', '{}'),
    lines('GET /v1/bills HTTP/1.1', host, 'App-Version: 0.0.1', close, ''),
    // Late: its answer is made where no hook runs.
    lines('GET /healthz HTTP/1.1', host),
  ]) {
    const headers = (await answerTo(text)).split('\r\n\r\n')[0]?.toLowerCase() ?? ''
    const of = text.slice(0, 60)
    expect(headers, of).toMatch(
      /content-security-policy: [^\r]*default-src 'none'[^\r]*frame-ancestors 'none'/,
    )
    expect(headers, of).toMatch(/strict-transport-security: max-age=31536000/)
    expect(headers, of).toMatch(/x-content-type-options: nosniff/)
    expect(headers, of).toMatch(/referrer-policy: no-referrer/)
    expect(headers, of).toContain(`permissions-policy: ${permissionsPolicy}`)
  }
})
