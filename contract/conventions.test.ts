import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { type Endpoint, recordOfId } from './endpoint.ts'

/** The conventions for routes, as CONTRIBUTING.md states them under *Routes*. */

const all = contract.map((endpoint) => [endpoint.route, endpoint] as const)
const methodOf = ({ route }: Endpoint) => route.split(' ')[0]
const parametersOf = ({ route }: Endpoint) =>
  [...route.matchAll(/\{(\w+)\??\}/g)].map(([, name = '']) => name)
const idsOf = (endpoint: Endpoint) => parametersOf(endpoint).filter((name) => /(^|_)id$/.test(name))
/** The ids in the body, with the kind of record: as `Id` declares them. */
function idsInBody({ body }: Endpoint): { name: string; kind: string; required: boolean }[] {
  if (body instanceof z.ZodUndefined) return []
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata: recordOfId })
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { record?: string; items?: { record?: string } }>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, { record, items }]) => {
    const kind = record ?? items?.record
    return kind === undefined ? [] : [{ name, kind, required: required.includes(name) }]
  })
}
const hasBody = ({ body }: Endpoint) => !(body instanceof z.ZodUndefined)
const statuses = { GET: [200], POST: [200, 201, 202, 204], PUT: [200, 201, 202, 204], DELETE: [200, 204] }

/** The parameters that a path may have besides ids and link tokens. */
const values = ['day', 'edition', 'expiry', 'feature', 'iban', 'month', 'provider_account', 'text', 'type']

describe('every route', () => {
  it.each(all)('%s: names its parameters id, x_id, token or a known value', (_route, endpoint) => {
    const unknown = parametersOf(endpoint).filter(
      (name) => !/(^|_)id$/.test(name) && name !== 'token' && !values.includes(name),
    )
    expect(unknown).toEqual([])
  })
  it.each(all)('%s: says which record each id is when there are several', (_route, endpoint) => {
    const ids = idsOf(endpoint)
    if (ids.length > 1) expect(ids).not.toContain('id')
  })
  it.each(all)('%s: answers with a status of its method', (_route, endpoint) => {
    const method = methodOf(endpoint) as keyof typeof statuses
    expect(statuses[method]).toContain(endpoint.status)
  })
  it.each(all)('%s: has a one-line summary without a full stop', (_route, { summary }) => {
    expect(summary).toMatch(/^\p{Lu}[^\n]*[^.\n]$/u)
  })
  it('is declared once', () => {
    const routes = contract.map(({ route }) => route)
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  })
})

describe('GET and DELETE', () => {
  const bodiless = all.filter(([route]) => /^(GET|DELETE) /.test(route))
  it.each(bodiless)('%s: has no body', (_route, endpoint) => {
    expect(hasBody(endpoint)).toBe(false)
  })
})

describe('creating and changing', () => {
  const toCollections = all.filter(
    ([route, endpoint]) => /^PUT /.test(route) && !parametersOf(endpoint).length,
  )
  /**
   * These create a record, or change it when the body names it, or write the only record of its kind. The specification
   * prescribes both.
   */
  const saves = [
    ...['agents', 'customers', 'customers/groups', 'customers/incomplete', 'customers/sectors'],
    ...[
      'iban-blacklist',
      'late-interest/order',
      'users/me',
      'users/preferences',
      'auth/totp',
      'settings/branding',
      'money-transfer-limits',
      'query-authors',
    ],
  ].map((noun) => `PUT /v1/${noun}`)
  it.each(toCollections)(
    '%s: a PUT without an id creates: 201, or 202 when a job does it',
    (route, endpoint) => {
      if (saves.includes(route)) expect(endpoint.status).toBe(200)
      else expect([201, 202]).toContain(endpoint.status)
    },
  )
  const pairs = toCollections.flatMap(([route, creates]) => {
    const changes = contract.find((each) => each.route === route.replace('PUT', 'POST'))
    return changes && !saves.includes(route) ? [[route, creates, changes] as const] : []
  })
  it.each(pairs)('%s: POST changes what PUT creates, and names it in the body: 200', (_route, put, post) => {
    const before = idsInBody(put).map(({ name }) => name)
    const own = idsInBody(post).filter(({ name }) => !before.includes(name))
    expect(own.filter(({ required }) => required)).toHaveLength(1)
    expect(post.status).toBe(200)
    expect(post.permission).toBe(put.permission)
  })
  const byJob = all.filter(([route, { status }]) => status === 202 && route !== 'POST /v1/payouts/read')
  it.each(byJob)('%s: what a job does answers with a record that says how far it is', (_route, { reply }) => {
    expect(Object.keys((reply as z.ZodObject).shape)).toContain('state')
  })
})

describe('an act on a record', () => {
  it('is named before the id or after it, for one noun in one way', () => {
    const acts = contract.filter(({ route }) => /^(POST|PUT) /.test(route))
    const nouns = (form: RegExp) => new Set(acts.flatMap(({ route }) => form.exec(route)?.[1] ?? []))
    const [before, after] = [
      nouns(/\/v1\/([\w/-]+)\/[\w-]+\/\{\w*id\}$/),
      nouns(/\/v1\/([\w/-]+)\/\{\w*id\}\/[\w-]+$/),
    ]
    // These two are as the specification has them.
    expect([...before].filter((noun) => after.has(noun)).sort()).toEqual(['accounts/import', 'bills'])
  })
})

describe('a permission', () => {
  const reading = all.filter(([, { permission }]) => permission?.endsWith(':read'))
  it.each(reading)('%s: only GET and POST do no more than read', (_route, endpoint) => {
    expect(
      ['GET', 'POST'],
      `${endpoint.route} changes something with ${endpoint.permission}: declare the permission to write`,
    ).toContain(methodOf(endpoint))
  })
})

describe('404, 410, 413 and 415', () => {
  const ofARecord = all.filter(([, endpoint]) => idsOf(endpoint).length > 0)
  it.each(ofARecord)('%s: 404 when the record is not visible', (_route, { refuses }) => {
    expect(refuses).toHaveProperty('404')
  })
  /** Exceptions: imports report the row; message acts skip unknown ids. */
  const unseenIsNoRefusal = [
    'PUT /v1/accounts/import',
    'PUT /v1/bills/import',
    'POST /v1/push/message',
    'POST /v1/push/message/read',
  ]
  const naming = all.filter(
    ([route, endpoint]) =>
      !unseenIsNoRefusal.includes(route) && idsInBody(endpoint).some(({ kind }) => kind !== 'customer'),
  )
  it.each(naming)('%s: 404 when a record that the body names is not visible', (_route, { refuses }) => {
    expect(refuses).toHaveProperty('404')
  })
  it.each(all.filter(([, { refuses }]) => refuses[410]))('%s: 410 only for links', (_route, endpoint) => {
    expect(parametersOf(endpoint)).toContain('token')
  })
  it.each(all.filter(([, { refuses }]) => refuses[413] ?? refuses[415]))(
    '%s: 413 and 415 only for uploads',
    (_route, { accepts }) => {
      expect(accepts).toBe('multipart')
    },
  )
})

describe('503', () => {
  const silent = all.filter(
    ([route, { refuses }]) => refuses[503] && route !== 'GET /readyz' && !route.includes('/query-runs'),
  )
  it.each(silent)('%s: the provider does not answer', (_route, { refuses }) => {
    expect(refuses[503]).toBe('the provider does not answer')
  })
})

describe('links', () => {
  const linked = all.filter(([, { link }]) => link)
  it.each(linked)('%s: the token is in the path, and link holders are allowed', (_route, endpoint) => {
    expect(parametersOf(endpoint)).toContain(endpoint.link?.param)
    expect(endpoint.allow).toContain('link')
  })
  it.each(linked)('%s: a wrong or revoked link is a 404', (_route, { refuses }) => {
    expect(refuses).toHaveProperty('404')
  })
})

describe('a file to upload', () => {
  const uploads = all.filter(([route, { accepts }]) => accepts === 'multipart' && route.startsWith('PUT '))
  it.each(uploads)('%s: refuses one that is too large or of another type', (_route, { refuses }) => {
    expect(refuses).toHaveProperty('413')
    expect(refuses).toHaveProperty('415')
  })
})

describe('a file as a reply', () => {
  /**
   * These are not made for the request: a document and a flow are read from the disk, a template is a few cells. The changes are an open
   * stream, with a limit of its own.
   */
  const light = [
    'GET /v1/live',
    ...['customers', 'accounts', 'subjects'].map((noun) => `GET /v1/${noun}/docs/download/{document_id}`),
    'GET /v1/bills/import/template',
    'GET /v1/accounts/import/template',
    'GET /v1/flows/{id}/file',
    'GET /v1/data-exports/{id}/file',
    'GET /v1/handovers/{id}/file',
    'GET /v1/mandates/{id}/scan',
    'GET /v1/money-transfers/{id}/file',
    'GET /v1/mydocuments/{id}/download',
    'GET /v1/files/{id}/download',
    'POST /v1/files/{id}/download-unscanned',
  ]
  const files = all.filter(([, { reply }]) => reply.meta()?.contentMediaType !== undefined)
  it.each(files)('%s: has a quota, or is listed as light', (route, { heavy }) => {
    expect(heavy !== undefined).toBe(!light.includes(route))
  })
  it('every light one is in the contract', () => {
    const routes = files.map(([route]) => route as string)
    expect(light.filter((route) => !routes.includes(route))).toEqual([])
  })
})
