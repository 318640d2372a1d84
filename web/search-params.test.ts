import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

describe('search parameters', () => {
  it('are readable in the address', () => {
    expect(stringifySearch({ state: 'overdue,to_pay', open: 418, q: '', sort: undefined })).toBe(
      '?state=overdue,to_pay&open=418',
    )
    expect(stringifySearch({})).toBe('')
  })
  it('preserve any text', () => {
    const name = fc.string({ minLength: 1 }).filter((key) => key !== '__proto__')
    // Lone surrogates cannot be encoded in an address.
    const text = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(fc.dictionary(name, text), (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
      }),
    )
  })
})
