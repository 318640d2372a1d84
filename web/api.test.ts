import { describe, expect, it } from 'vitest'

const { address } = await import('./api.ts')

describe('address', () => {
  it('fills the path and escapes what it fills in', () => {
    expect(address('/v1/bills/{id}', { id: 7 }, {})).toBe('/v1/bills/7')
    expect(address('/v1/research/find-all/{text}', { text: 'via/a b' }, {})).toBe(
      '/v1/research/find-all/via%2Fa%20b',
    )
  })
  it('leaves out an optional last part', () => {
    expect(address('/v1/stripe/charge/{token?}', {}, {})).toBe('/v1/stripe/charge')
    expect(address('/v1/stripe/charge/{token?}', { token: 't' }, {})).toBe('/v1/stripe/charge/t')
  })
  it('refuses a path with a missing parameter', () => {
    expect(() => address('/v1/bills/{id}', {}, {})).toThrow(RangeError)
  })
  it('joins lists with commas and drops what is empty, but not zero', () => {
    expect(
      address('/v1/bills', {}, { state: ['paid', 'overdue'], q: '', sort: undefined, amount_min: 0 }),
    ).toBe('/v1/bills?state=paid%2Coverdue&amount_min=0')
  })
})
