import { randomBytes } from 'node:crypto'
import { contract } from '@saldo/contract/contract'
import type { Endpoint, LinkKind, Role } from '@saldo/contract/endpoint'
import { isOfWholeOffice, type Level, permissionFor, sections } from '@saldo/contract/sections'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkToken, readLinkToken } from './http/link-token.ts'
import { pathsOf } from './http/openapi.ts'
import { startApp, type TestApp, testSecret } from './testing/app.ts'
import { makeCustomer, signIn, signInSubUser } from './testing/people.ts'
import { makeRecords, type Records } from './testing/records.ts'
import { openRowChecksums, type RowsOf } from './testing/row-checksums.ts'
import { type IdPlace, idPlaces, idValue, sampleBody } from './testing/sample-input.ts'

/* Every endpoint of the contract as every role, and with ids that belong to others. Nothing is listed here by endpoint
   except what answers otherwise than the rule, with the reason: a new endpoint is tried without being asked for. */

type Caller = { name: string; role: Role; headers: Record<string, string>; own: Records }
type Case = { endpoint: Endpoint; method: string; path: string; byLink: boolean }

const cases: Case[] = contract.flatMap((endpoint) =>
  pathsOf(endpoint).map(({ method, path }) => {
    const byLink = endpoint.link !== undefined && path.includes(`{${endpoint.link.param}}`)
    return { endpoint, method, path, byLink }
  }),
)

/** In every name of the other customer, and of the neighbour who has the same administrator as the caller. */
const stranger = 'Forestiero'
const neighbour = 'Dirimpettaio'

let app: TestApp
let checksums: ReturnType<typeof openRowChecksums>
let foreign: Records
let before: Record<string, string>

beforeAll(async () => {
  app = await startApp()
  checksums = openRowChecksums(app.services.env.DATABASE_URL)
  const customer_id = await makeCustomer(app.services, { business_name: `Studio ${stranger}` })
  await signIn(app.services, 'customer', customer_id)
  foreign = await makeRecords(app.services, customer_id, { mark: stranger })
  before = await checksums.of({ customer_id })
})
afterAll(async () => {
  await checksums.close()
  await app.close()
})

/** `may`: of a sub-user, whom the office lets read or also change; `some`: they see their own condominium alone. */
type Person = { role: Role; may?: Level; some?: true; make: (name: string) => Promise<Caller> }

const signedIn = (
  role: 'super_user' | 'customer' | 'awaiting' | 'store' | 'consumer',
  header?: 'own' | 'foreign',
): Person => ({
  role,
  make: async (name) => {
    const { user_id, customer_id, headers } = await signIn(app.services, role)
    const whose = customer_id ?? (await makeCustomer(app.services))
    const own = await makeRecords(app.services, whose, {
      mark: 'Proprio',
      user_id: role === 'consumer' ? user_id : undefined,
      reader_id: user_id,
    })
    const chosen = header && String((header === 'own' ? own : foreign).ids.customer)
    return { name, role, own, headers: { ...headers, ...(chosen ? { 'x-customer-id': chosen } : {}) } }
  },
})
const subUser = (may: Level, some?: true): Person => ({
  role: 'customer',
  may,
  ...(some ? { some } : {}),
  make: async (name) => {
    const customer_id = await makeCustomer(app.services)
    const permissions = sections.map((section) => `${section}:${may}`)
    const { user_id, headers } = await signInSubUser(app.services, customer_id, {
      permissions,
      ...(some ? { accounts: [] } : {}),
    })
    const own = await makeRecords(app.services, customer_id, { mark: 'Proprio', reader_id: user_id })
    if (some)
      await app.services.asSystem(
        (tx) => tx`insert into user_accounts ${tx({ user_id, customer_id, account_id: own.ids.account })}`,
      )
    return { name, role: 'customer', own, headers }
  },
})
const notSignedIn = (credential: () => Promise<Record<string, string>>): Person => ({
  role: 'anonymous',
  make: async (name) => ({
    name,
    role: 'anonymous',
    headers: await credential(),
    own: await makeRecords(app.services, await makeCustomer(app.services), { mark: 'Proprio' }),
  }),
})

const everyone: Record<string, Person> = {
  'a super user': signedIn('super_user'),
  'a super user working for a customer': signedIn('super_user', 'own'),
  'an active customer': signedIn('customer'),
  'an active customer who names another in x-customer-id': signedIn('customer', 'foreign'),
  'a sub-user who may only read': subUser('read'),
  'a sub-user of some condominiums': subUser('write', true),
  'a customer awaiting activation': signedIn('awaiting'),
  'a store': signedIn('store'),
  'a consumer': signedIn('consumer'),
  'nobody in particular': notSignedIn(async () => ({})),
  'somebody with an invented token': notSignedIn(async () => ({ authorization: `Bearer ${'x'.repeat(43)}` })),
  'somebody whose session has ended': notSignedIn(async () => {
    const { headers, user_id } = await signIn(app.services, 'super_user')
    await app.services.asSystem((tx) => tx`update sessions set revoked_at = now() where user_id = ${user_id}`)
    return headers
  }),
}
const roleOf = (name: string, { byLink }: Case): Role =>
  byLink ? 'link' : (everyone[name]?.role ?? 'anonymous')
const admits = (tried: Case, name: string) => tried.endpoint.allow.includes(roleOf(name, tried))
/** Whether the office lets a sub-user do it; everybody else is not asked. */
const permits = ({ endpoint, byLink }: Case, name: string) => {
  const { may, some } = everyone[name] as Person
  if (may === undefined || byLink) return true
  return (
    !(may === 'read' && permissionFor(endpoint)?.endsWith(':write')) && !(some && isOfWholeOffice(endpoint))
  )
}

/** Who changes nothing need not be made anew each time. */
const known = new Map<string, Caller>()
async function caller(name: string, { anew }: { anew: boolean }): Promise<Caller> {
  const met = anew ? undefined : known.get(name)
  if (met) return met
  const made = await (everyone[name] as Person).make(name)
  if (!anew) {
    known.set(name, made)
    // They are asked over and over, for longer than a proof of who they are lasts.
    await app.services.asSystem((tx) => tx`update sessions set proved_at = now() + interval '1 day'`)
  }
  return made
}

describe.each(cases)('$method $path', (tried) => {
  it.each(Object.keys(everyone))('as %s', async (name) => {
    const { endpoint } = tried
    const admitted = admits(tried, name)
    const who = await caller(name, { anew: admitted && tried.method !== 'GET' })
    const answer = await send(tried, who)
    if (admitted && !permits(tried, name)) expect(answer).toMatchObject(refusal(403, 'not_permitted'))
    else if (admitted) expectAdmitted(endpoint, answer)
    else
      expect(answer).toMatchObject(
        who.role === 'anonymous' ? refusal(401, 'invalid_token') : refusal(403, 'forbidden'),
      )
    if (!seesAll(endpoint, who)) expect(answer.text).not.toContain(stranger)
  })
})

const refusal = (status: number, error: string) => ({ status, body: { error } })

/** A super user for nobody in particular sees everything, and all customers in any case. */
const seesAll = (endpoint: Endpoint, { role, headers }: Caller) =>
  role === 'super_user' && (!headers['x-customer-id'] || /^GET \/v1\/customers\b/.test(endpoint.route))

/** With one's own ids and a complete body an act is done, or refused for one of the reasons that its contract gives. */
function expectAdmitted(endpoint: Endpoint, { status, text }: Answer) {
  const reasons = Object.keys(endpoint.refuses)
    .map(Number)
    .filter((reason) => reason !== 404 && (reason < 500 || isSilence(endpoint, reason)))
  // A form without grant and an event without signature are the least that can be sent, and never enough.
  const incomplete = endpoint.accepts === 'form' || endpoint.accepts === 'raw' ? [400] : []
  expect([endpoint.status, ...reasons, ...incomplete], `${status} ${text.slice(0, 300)}`).toContain(status)
}

/** Nobody plays the provider here: who asks it while somebody waits says that it does not answer. */
const isSilence = ({ refuses }: Endpoint, reason: number) =>
  reason === 503 && refuses[503] === 'the provider does not answer'

const withIds = cases.flatMap((tried) =>
  idPlaces(tried.endpoint)
    .filter(({ where, name }) => where !== 'path' || tried.path.includes(`{${name}}`))
    .map((place) => ({ ...tried, place, given: `${place.where} ${place.name}` })),
)

/** Refused, but not with 404: the same answer as for an id that nobody has, which is checked all the same. */
const refusedOtherwise: Record<string, number> = {
  // Which instalments are still due is asked of the bill, and the answer is that these are not.
  'POST /v1/stripe/charge/{token?} instalment_ids': 409,
  'POST /v1/stripe/klarna/{token?} instalment_ids': 409,
  'POST /v1/debits instalment_ids': 409,
}
/** A link says which bill; an id sent beside it is not read. */
const isNotRead = ({ endpoint, byLink }: Case, { name }: IdPlace) =>
  byLink &&
  ((['id', 'bill_ids'].includes(name) &&
    /^POST \/v1\/stripe\/(charge|klarna|save_source)\b/.test(endpoint.route)) ||
    (name === 'source_id' && /^POST \/v1\/stripe\/(charge|save_source)\b/.test(endpoint.route)))

/** The back office saves, activates and judges any customer, whomever it works for at the moment. */
const looksAfterAll = ({ endpoint, method }: Case, name: string) =>
  everyone[name]?.role === 'super_user' && method !== 'GET' && / \/v1\/customers\b/.test(endpoint.route)

/** Whom the endpoint does not admit has been refused above; a super user for nobody in particular may see all. */
const askers = (tried: Case) =>
  Object.keys(everyone).filter(
    (name) =>
      name !== 'a super user' && !looksAfterAll(tried, name) && admits(tried, name) && permits(tried, name),
  )

describe.each(withIds.filter((tried) => askers(tried).length > 0))(
  '$method $path with another’s $given',
  (tried) => {
    it.each(askers(tried))('as %s', async (name) => {
      const who = await caller(name, { anew: false })
      await expectUnseen(tried, who, foreign, { customer_id: foreign.ids.customer }, stranger)
      const { some } = everyone[name] as Person
      const seesWholeCustomer = who.role !== 'consumer' && !tried.byLink && !some
      if (seesWholeCustomer || isOffices(tried.place)) return
      const near = await makeRecords(app.services, who.own.ids.customer, { mark: neighbour })
      await expectUnseen(tried, who, near, { bill_id: near.ids.bill }, neighbour)
    })
  },
)

/** Known to all who work for the customer, whatever condominiums they see. */
const isOffices = ({ kind }: IdPlace) => ['customer', 'user', 'subuser'].includes(kind)

async function expectUnseen(
  tried: Case & { place: IdPlace },
  who: Caller,
  other: Records,
  rows: RowsOf,
  mark: string,
) {
  const { endpoint, place } = tried
  const untouched = await checksums.of(rows)
  const answer = await send(tried, who, place, other)
  expect(await checksums.of(rows)).toEqual(untouched)
  if (seesAll(endpoint, who)) return expect(answer.status).toBe(200)
  expect(answer.text).not.toContain(mark)
  if (isNotRead(tried, place)) return expectAdmitted(endpoint, answer)
  const nobodys = await send(tried, who, place, nobodysRecords)
  expect({ ...answer.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
  if (place.where === 'query' && !place.required) {
    expect(answer.status).toBe(200)
    if ('items' in answer.body) expect(answer.body.items).toEqual([])
    if ('count' in answer.body) expect(answer.body.count).toBe(0)
  } else expect(answer.status, answer.text).toBe(refusedOtherwise[`${endpoint.route} ${place.name}`] ?? 404)
}

const nobodys = 987_654_321
/** In a path where it is no link of a record's. */
const nobodysToken = 'x'.repeat(43)
const ibanInPath = Buffer.from('IT56B9999999999000000000001').toString('base64url')
const nobodysRecords: Records = {
  ids: {
    customer: nobodys,
    account: nobodys,
    subject: nobodys,
    bill: nobodys,
    instalment: nobodys,
    payment: nobodys,
    import: nobodys,
    registry_import: nobodys,
    source: nobodys,
    debit: nobodys,
    dispute: nobodys,
    reconciliation_day: nobodys,
    reconciliation_item: nobodys,
    reconciliation_run: nobodys,
    user: nobodys,
    subuser: nobodys,
    session: nobodys,
    message: nobodys,
    passkey: nobodys,
    reminder: nobodys,
    reminder_run: nobodys,
    plan: nobodys,
    audit_line: nobodys,
    certificate: nobodys,
    budget: nobodys,
    credit_note: nobodys,
    budget_expense: nobodys,
    unit: nobodys,
    right_holder: nobodys,
    weight_table: nobodys,
    document: nobodys,
    incomplete_customer: nobodys,
    customer_group: nobodys,
    sector: nobodys,
  },
  links: { bill: '', payment: '', source: '' },
}

describe.each(cases.filter(({ byLink }) => byLink))('$method $path with a link', (tried) => {
  const opens = tried.endpoint.link?.opens as LinkKind
  const wrong: Record<string, (own: Records) => Promise<string> | string> = {
    'that opens something else': ({ links }) => links[opens === 'bill' ? 'payment' : 'bill'],
    'whose last letter was changed': ({ links }) =>
      links[opens].replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')),
    // Only what opens by its signature can be signed wrongly; what counts once is looked up by its hash.
    ...(opens === 'source' ? {} : { 'signed with another secret': signedWrongly, 'to nothing': toNothing }),
    'that is only long enough': () => 'x'.repeat(32),
    ...(opens === 'bill' ? { 'that was revoked': revoke, 'to a draft': makeDraft } : {}),
  }
  function signedWrongly({ links }: Records) {
    return linkToken('a5'.repeat(32), readLinkToken(testSecret, links[opens]) as never)
  }
  function toNothing() {
    return linkToken(testSecret, { opens, bill_id: nobodys, payment_id: nobodys, version: 1 } as never)
  }
  it.each(Object.keys(wrong))('%s: 404', async (which) => {
    const who = await caller('nobody in particular', { anew: true })
    const token = (await wrong[which]?.(who.own)) as string
    const links = { ...who.own.links, [opens]: token }
    expect(await send(tried, { ...who, own: { ...who.own, links } })).toMatchObject(
      refusal(404, 'link_not_found'),
    )
  })
})

async function revoke({ ids, links }: Records): Promise<string> {
  await app.services.asSystem((tx) => tx`update bills set link_version = 2 where bill_id = ${ids.bill}`)
  return links.bill
}
async function makeDraft({ ids, links }: Records): Promise<string> {
  await app.services.asSystem((tx) => tx`update bills set status = 'draft' where bill_id = ${ids.bill}`)
  return links.bill
}

it('nothing of the other customer has changed in all of this', async () => {
  expect(await checksums.of({ customer_id: foreign.ids.customer })).toEqual(before)
  expect(Object.keys(before).length).toBeGreaterThan(15)
})

type Answer = { status: number; text: string; body: Record<string, unknown> }

/** A complete request with the caller's own ids, except at `place`, where it carries somebody else's. */
async function send(tried: Case, who: Caller, place?: IdPlace, other: Records = who.own): Promise<Answer> {
  const { endpoint, method } = tried
  const idAt = (at: IdPlace) =>
    at.where === place?.where && at.name === place.name ? other.ids[at.kind] : who.own.ids[at.kind]
  const places = idPlaces(endpoint)
  const url = tried.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === endpoint.link?.param) return who.own.links[endpoint.link.opens]
    if (name === 'provider_account') return 'stripe'
    if (name === 'token') return nobodysToken
    if (name === 'iban') return ibanInPath
    if (name === 'day') return '2026-09-15'
    if (name === 'expiry') return '12-2090'
    if (name === 'token') return randomBytes(80).toString('base64url')
    if (name === 'text') return stranger
    if (name === 'type') return 'other'
    return String(idAt(places.find((each) => each.where === 'path' && each.name === name) as IdPlace))
  })
  const query = places
    .filter((at) => at.where === 'query' && (at.required || at.name === place?.name))
    .map((at) => `${at.name}=${idAt(at)}`)
    .join('&')
  const body = sampleBody(endpoint, who.own.ids, (at) => isNotRead(tried, at))
  if (place?.where === 'body' && body) body[place.name] = idValue(place, idAt(place))
  const upload = places.find(({ where }) => where === 'body')
  // Whoever searches searches for what is another's.
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
  // Server-sent events do not end by themselves: their first line says enough.
  if (
    (endpoint.reply.meta() as { contentMediaType?: string } | undefined)?.contentMediaType ===
    'text/event-stream'
  )
    return firstOf(options)
  const reply = await app.app.inject(options)
  const readable = /json|text/.test(String(reply.headers['content-type']))
  const text = readable ? reply.body : ''
  return { status: reply.statusCode, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

async function firstOf(options: InjectOptions): Promise<Answer> {
  const reply = await app.app.inject({ ...options, payloadAsStream: true })
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

/** The one form is the token request, where the client takes the place of a session. */
const form = (who: Caller, fields: Record<string, unknown>) => ({
  headers: {
    ...who.headers,
    authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields as Record<string, string>).toString(),
})
