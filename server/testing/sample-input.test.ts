import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from '@saldo/contract/contract'
import { type Endpoint, endpoint, Id } from '@saldo/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { idPlaces, sampleBody, takenKinds } from './sample-input.ts'

const trial = (parts: Partial<Endpoint>) =>
  endpoint('POST /v1/subjects/units/{id}', {
    summary: 'Trial',
    allow: ['customer'],
    permission: 'subjects:read',
    scope: 'accounts',
    reply: z.undefined(),
    ...parts,
  }) as Endpoint

describe('the ids that an endpoint takes', () => {
  it.each(contract.map((each) => [each.route, each] as const))(
    '%s: declare their kind of record',
    (_route, each) => {
      expect(() => idPlaces(each)).not.toThrow()
    },
  )
  it('have the kind that the contract declares, whatever the path looks like', () => {
    const ids = { customer_id: Id('customer').nullish(), bill_ids: z.array(Id('bill')), kept: Id('subject') }
    const places = idPlaces(trial({ params: z.object({ id: Id('subject') }), body: z.object(ids) }))
    expect(places.map(({ where, name, kind }) => [where, name, kind])).toEqual([
      ['path', 'id', 'subject'],
      ['body', 'customer_id', 'customer'],
      ['body', 'bill_ids', 'bill'],
      ['body', 'kept', 'subject'],
    ])
  })
  it('are refused by name if they do not declare their kind', () => {
    const unsaid = trial({ params: z.object({ id: z.coerce.number() }) })
    expect(() => idPlaces(unsaid)).toThrow('POST /v1/subjects/units/{id}: of what is id the id?')
    expect(() => idPlaces(trial({ body: z.object({ unit_ids: z.array(z.number()) }) }))).toThrow('unit_ids')
  })
  it('are refused by name if they are nested, because nested ids would not be tried', () => {
    const deep = (inner: z.ZodType) => trial({ body: z.object({ rows: z.array(z.object({ row: inner })) }) })
    expect(() => idPlaces(deep(Id('unit')))).toThrow('deeper down, which is not tried: row')
    expect(() => idPlaces(deep(z.object({ unit_id: z.number() })))).toThrow('unit_id')
  })
})

describe('a sample body', () => {
  const either = trial({
    body: z
      .object({ bill_ids: z.array(Id('bill')).optional(), unit_ids: z.array(Id('unit')).optional() })
      .refine(({ bill_ids, unit_ids }) => !(bill_ids && unit_ids), { path: ['bill_ids'] }),
  })
  const ids = { bill: 1, unit: 2 } as Parameters<typeof sampleBody>[1]
  it('carries one of two lists that exclude each other: the one that is tried', () => {
    expect(sampleBody(either, ids)).toEqual({ unit_ids: [2] })
    expect(sampleBody(either, ids, undefined, 'bill_ids')).toEqual({ bill_ids: [1] })
    expect(sampleBody(either, ids, undefined, 'unit_ids')).toEqual({ unit_ids: [2] })
  })
})

describe('every kind of record', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const declared = globSync('contract/**/*.ts', { cwd: root })
    .flatMap((file) => [
      ...readFileSync(`${root}${file}`, 'utf8').matchAll(/interface RecordKinds \{([^}]+)\}/g),
    ])
    .flatMap(([, kinds = '']) => [...kinds.matchAll(/^\s*(\w+): true$/gm)].map(([, kind]) => kind as string))
  it('is declared once', () => {
    expect(declared.toSorted()).toEqual([...new Set(declared)].sort())
  })
  it.each(declared)('%s: some endpoint takes its id', (kind) => {
    expect(
      takenKinds(),
      `no endpoint takes the id of a ${kind}: is its contract file listed in contract/contract.ts, and is the id declared as Id('${kind}')?`,
    ).toContain(kind)
  })
})
