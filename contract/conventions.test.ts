import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** The conventions for routes, as CONTRIBUTING.md states them under *Routes*. */

const all = contract.map((endpoint) => [endpoint.route, endpoint] as const)
const methodOf = ({ route }: Endpoint) => route.split(' ')[0]
const parametersOf = ({ route }: Endpoint) =>
  [...route.matchAll(/\{(\w+)\??\}/g)].map(([, name = '']) => name)
const idsOf = (endpoint: Endpoint) => parametersOf(endpoint).filter((name) => /(^|_)id$/.test(name))
const hasBody = ({ body }: Endpoint) => !(body instanceof z.ZodUndefined)
const statuses = { GET: [200], POST: [200, 201, 202, 204], PUT: [200, 201, 202, 204], DELETE: [200, 204] }

/** What a path may name besides ids and link tokens. */
const values = ['day', 'expiry', 'iban', 'month', 'provider_account', 'text', 'type']

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

describe('a permission', () => {
  const reading = all.filter(([, { permission }]) => permission?.endsWith(':read'))
  it.each(reading)('%s: only GET and POST do no more than read', (_route, endpoint) => {
    expect(['GET', 'POST']).toContain(methodOf(endpoint))
  })
})

describe('404, 410, 413 and 415', () => {
  const ofARecord = all.filter(([, endpoint]) => idsOf(endpoint).length > 0)
  it.each(ofARecord)('%s: 404 when the record is not visible', (_route, { refuses }) => {
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
