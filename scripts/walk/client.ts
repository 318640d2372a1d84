import { request as plainRequest } from 'node:http'
import { connect, constants } from 'node:http2'
import { request as tlsRequest } from 'node:https'
import { humanToken } from '../../server/testing/human-token.ts'

/** Where people reach Saldo: its address, whom to believe, and the address from which this client comes. */
export type Front = { url: string; ca?: string; from?: string }

export type Answer = { status: number; headers: Record<string, unknown>; body: never; text: string }
type Ask = { method?: string; headers?: Record<string, string>; body?: object | URLSearchParams | Buffer }

/** Sends one request over HTTP/1.1 and reads the answer to its end, its JSON parsed. */
export function ask(
  front: Front,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<Answer> {
  const { bytes, type } = packed(body)
  return new Promise((resolve, reject) => {
    const request = open(
      front,
      path,
      method,
      {
        ...(type && { 'content-type': type }),
        ...(bytes && { 'content-length': String(bytes.length) }),
        ...headers,
      },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.once('error', reject)
        reply.once('end', () => {
          const text = Buffer.concat(parts).toString()
          const json = String(reply.headers['content-type'] ?? '').includes('json')
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text,
            body: (json && text ? JSON.parse(text) : undefined) as never,
          })
        })
      },
    )
    request.once('error', reject)
    request.end(bytes)
  })
}

function open(
  { url, ca, from }: Front,
  path: string,
  method: string,
  headers: Record<string, string>,
  onReply: Parameters<typeof plainRequest>[2],
) {
  const target = new URL(path, url)
  const options = { method, headers, agent: false as const, ...(from && { localAddress: from }) }
  return target.protocol === 'https:'
    ? tlsRequest(target, { ...options, ...(ca && { ca }) }, onReply)
    : plainRequest(target, options, onReply)
}

function packed(body: Ask['body']): { bytes?: Buffer; type?: string } {
  if (body === undefined) return {}
  if (Buffer.isBuffer(body)) return { bytes: body }
  if (body instanceof URLSearchParams)
    return { bytes: Buffer.from(body.toString()), type: 'application/x-www-form-urlencoded' }
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' }
}

/** The status of a request over HTTP/2. */
export function askHttp2({ url, ca }: Front, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connect(url, ca ? { ca } : {})
    session.once('error', reject)
    const stream = session.request({ [constants.HTTP2_HEADER_PATH]: path })
    stream.once('error', reject)
    stream.once('response', (headers) => {
      resolve(Number(headers[constants.HTTP2_HEADER_STATUS]))
      session.close()
    })
    stream.resume()
    stream.end()
  })
}

/** Follows a stream of events; `heard` holds what came so far. */
export function follow(front: Front, path: string, headers: Record<string, string>) {
  const state = { heard: '', status: 0, headers: {} as Record<string, unknown> }
  const request = open(front, path, 'GET', headers, (reply) => {
    state.status = reply.statusCode ?? 0
    state.headers = reply.headers
    reply.setEncoding('utf8').on('data', (text) => {
      state.heard += text
    })
    reply.on('error', () => {})
  })
  request.on('error', () => {})
  request.end()
  return { state, stop: () => void request.destroy() }
}

/** Somebody signed in: what they ask carries their token. */
export type Person = {
  headers: Record<string, string>
  ask: (path: string, of?: Ask) => Promise<Answer>
}

/** Signs in with name and password, as the web app does. @throws with the server's answer when it is refused. */
export async function signIn(
  front: Front,
  username: string,
  password: string,
  extra: Record<string, string> = {},
): Promise<Person> {
  const answer = await ask(front, '/oauth/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
      'x-human-token': await humanToken(({ url }) => ask(front, url)),
      ...extra,
    },
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  })
  if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.status} ${answer.text}`)
  const { access_token } = answer.body as { access_token: string }
  return personWith(front, access_token)
}

export function personWith(front: Front, access_token: string): Person {
  const headers: Record<string, string> = { authorization: `Bearer ${access_token}` }
  return {
    headers,
    ask: (path, of = {}) => ask(front, path, { ...of, headers: { ...headers, ...of.headers } }),
  }
}

/** Asks and wants this status. @returns the body. @throws with the whole answer otherwise. */
export async function wants<Body>(answer: Promise<Answer>, status: number): Promise<Body> {
  const { text, body, ...reply } = await answer
  if (reply.status !== status)
    throw new Error(`answered ${reply.status} instead of ${status}: ${text.slice(0, 400)}`)
  return body as Body
}

/** A form with one file, as a browser sends it. */
export async function form(
  file: Buffer,
  name: string,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const data = new FormData()
  data.set('file', new Blob([new Uint8Array(file)]), name)
  const packedForm = new Response(data)
  return {
    headers: { 'content-type': packedForm.headers.get('content-type') as string },
    body: Buffer.from(await packedForm.arrayBuffer()),
  }
}
