import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Records } from '../testing/records.ts'
import { type IdPlace, idPlaces, idValue, sampleBody } from '../testing/sample-input.ts'
import type { Caller } from './callers.ts'
import { type Case, isNotRead } from './cases.ts'
import { ibanInPath, missingToken, stranger } from './foreign-names.ts'

export type Answer = { status: number; text: string; body: Record<string, unknown> }

/** Sends a complete request with the caller's own ids, and somebody else's at `place`. */
export async function send(
  app: FastifyInstance,
  tried: Case,
  who: Caller,
  place?: IdPlace,
  other: Records = who.own,
): Promise<Answer> {
  const { endpoint, method } = tried
  const idAt = (at: IdPlace) =>
    at.where === place?.where && at.name === place.name ? other.ids[at.kind] : who.own.ids[at.kind]
  const places = idPlaces(endpoint)
  const url = tried.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === endpoint.link?.param) return who.own.links[endpoint.link.opens]
    if (name === 'provider_account') return 'stripe'
    if (name === 'token') return missingToken
    if (name === 'iban') return ibanInPath
    if (name === 'day') return '2026-09-15'
    if (name === 'month') return '2026-09'
    if (name === 'expiry') return '12-2090'
    if (name === 'text') return stranger
    if (name === 'type') return 'other'
    if (name === 'feature') return 'pay_klarna'
    if (name === 'edition') return 'b2c'
    return String(idAt(places.find((each) => each.where === 'path' && each.name === name) as IdPlace))
  })
  const query = places
    .filter((at) => at.where === 'query' && (at.required || at.name === place?.name))
    .map((at) => `${at.name}=${idAt(at)}`)
    .join('&')
  const body = sampleBody(endpoint, who.own.ids, (at) => isNotRead(tried, at), place?.name)
  if (place?.where === 'body' && body) body[place.name] = idValue(place, idAt(place))
  const upload = places.find(({ where }) => where === 'body')
  // A search looks for the other customer's records.
  if (body && endpoint.route.includes('/research/')) body.text = stranger
  const options: InjectOptions = {
    method: method as 'GET',
    url: query ? `${url}?${query}` : url,
    headers: who.headers,
  }
  if (endpoint.accepts === 'multipart')
    Object.assign(options, multipart(who, body ?? { account_id: upload && idAt(upload) }, body === undefined))
  else if (endpoint.accepts === 'form') Object.assign(options, form(who, body ?? {}))
  else if (endpoint.accepts === 'raw') options.body = {}
  else if (body) options.body = body
  // Server-sent events do not end by themselves: the first line is enough.
  if (
    (endpoint.reply.meta() as { contentMediaType?: string } | undefined)?.contentMediaType ===
    'text/event-stream'
  )
    return firstOf(app, options)
  const reply = await app.inject(options)
  const readable = /json|text/.test(String(reply.headers['content-type']))
  const text = readable ? reply.body : ''
  return { status: reply.statusCode, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

async function firstOf(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const reply = await app.inject({ ...options, payloadAsStream: true })
  if (reply.statusCode !== 200) {
    let text = ''
    for await (const chunk of reply.stream()) text += chunk
    return { status: reply.statusCode, text, body: JSON.parse(text) }
  }
  reply.stream().destroy()
  return { status: reply.statusCode, text: '', body: {} }
}

const boundary = 'saldo-boundary'
function multipart(who: Caller, fields: Record<string, unknown>, withFile: boolean) {
  const part = (disposition: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  return {
    headers: { ...who.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${Object.entries(fields)
      .map(([name, value]) => part(`name="${name}"`, String(value)))
      .join(
        '',
      )}${withFile ? part('name="file"; filename="bollette.csv"', 'Nome;Importo') : ''}--${boundary}--\r\n`,
  }
}

/** The token request: the only form, with the client's credentials instead of a session. */
const form = (who: Caller, fields: Record<string, unknown>) => ({
  headers: {
    ...who.headers,
    authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields as Record<string, string>).toString(),
})
