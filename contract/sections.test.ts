import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { permissionFor } from './sections.ts'

describe('the permission that a sub-user needs', () => {
  it.each(contract.map((endpoint) => [endpoint.route, endpoint] as const))(
    'is said for %s',
    (_route, endpoint) => {
      expect(permissionFor(endpoint)).not.toBeUndefined()
    },
  )

  it('is null for endpoints that are open to everyone', () => {
    const guarded = contract.filter(
      ({ allow, permission }) => allow.includes('anonymous') && permission !== null,
    )
    expect(guarded.map(({ route }) => route)).toEqual([])
  })

  it('is at most read where the method only reads', () => {
    const writing = contract.filter(
      ({ route, permission }) => route.startsWith('GET ') && permission?.endsWith(':write'),
    )
    expect(writing.map(({ route }) => route)).toEqual([])
  })

  it.each([
    ['GET /v1/bills', 'bills:read'],
    ['POST /v1/bills/send', 'bills:write'],
    ['POST /v1/stripe/webhook/{provider_account}', null],
    ['POST /v1/stripe/refund/{id}', 'payments:write'],
    ['POST /v1/stripe/retrieve_sources/{owner_id?}', 'debits:read'],
    ['GET /v1/customers/state/{id}', null],
    ['POST /v1/research/find', null],
  ])('%s: %s', (route, needed) => {
    const endpoint = contract.find((each) => each.route === route)
    expect(endpoint && permissionFor(endpoint)).toBe(needed)
  })
})
