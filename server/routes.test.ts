import { contract } from '@saldo/contract/contract'
import { describe, expect, it } from 'vitest'
import { routes } from './features.ts'
import { pathsOf } from './http/openapi.ts'
import { withApp } from './testing/app.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string }>
  security: Record<string, unknown[]>[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; securitySchemes: Json }
}

const promised = contract.flatMap((endpoint) =>
  pathsOf(endpoint).map(({ method, path }) => `${method} ${path}`),
)

describe('the contract', () => {
  it('names each method and path once, regardless of parameter names', () => {
    const shapes = promised.map((route) => route.replaceAll(/\{\w+\}/g, '{}'))
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([])
  })
  it('is served completely, each endpoint once, and nothing else is served', () => {
    const served = routes.map(({ endpoint }) => endpoint.route)
    expect([...served].sort()).toEqual(contract.map(({ route }) => route).sort())
  })
  it('is answered with and without a slash at the end', async () => {
    const { call } = await withApp()
    expect((await call({ url: '/v1/accounts' })).body).toMatchObject({ error: 'invalid_token' })
    expect((await call({ url: '/v1/accounts/' })).body).toMatchObject({ error: 'invalid_token' })
    expect((await call({ url: '/v1/condominiums' })).body).toMatchObject({ error: 'not_found' })
  })
})

describe('GET /openapi.json', () => {
  const fetchDocument = async () => (await (await withApp()).call({ url: '/openapi.json' })).body as Document

  it('lists exactly the contract', async () => {
    const { paths } = await fetchDocument()
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual([...promised].sort())
  })
  it('is OpenAPI 3.1: every reference resolves, every path parameter is declared, every operation has a name of its own', async () => {
    const document = await fetchDocument()
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    for (const reference of referencesIn(document))
      expect(resolve(document, reference), reference).toBeDefined()
    const names: string[] = []
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const operation of Object.values(operations)) {
        names.push(operation.operationId)
        checkOperation(document, path, operation)
      }
    }
    expect(new Set(names).size).toBe(names.length)
  })
})

function checkOperation(document: Document, path: string, operation: Operation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
  expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort())
  for (const { name, required, schema, in: where } of operation.parameters) {
    expect(['path', 'query', 'header'], `${path} ${name}`).toContain(where)
    expect(schema, `${path} ${name}`).toBeTypeOf('object')
    if (where === 'path') expect(required, `${path} ${name}`).toBe(true)
  }
  expect(
    Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status)),
    path,
  ).toBe(true)
  for (const [status, { description }] of Object.entries(operation.responses)) {
    expect(status, path).toMatch(/^[2-5]\d\d$/)
    expect(description, path).toBeTypeOf('string')
  }
  for (const requirement of operation.security)
    for (const scheme of Object.keys(requirement))
      expect(document.components.securitySchemes).toHaveProperty(scheme)
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

function resolve(document: Document, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, part) => (found as Json | undefined)?.[part], document)
}
