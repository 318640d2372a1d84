import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPackage, isOlder } from './app-version.ts'

describe('isOlder', () => {
  it.each([
    ['v2.0-394', 'v2.0-395', true],
    ['v2.0-395', 'v2.0-395', false],
    ['v2.0-396', 'v2.0-395', false],
    ['v2.0-99', 'v2.0-395', true],
    ['v1.9-999', 'v2.0-1', true],
    ['v2.1-1', 'v2.0-395', false],
    ['v2.0-395', 'v10.0-1', true],
  ])('%s before %s: %s', (version, other, older) => {
    expect(isOlder(version, other)).toBe(older)
  })

  it.each(['', 'test', '2.0.394', 'v2.0', 'v2.0-', 'v-1.0-1', 'v2.0-394; drop'])(
    'is false if one of them is not a version: “%s”',
    (odd) => {
      expect(isOlder(odd, 'v2.0-395')).toBe(false)
      expect(isOlder('v2.0-395', odd)).toBe(false)
    },
  )

  it('orders any two versions in one way only', () => {
    const version = fc
      .tuple(fc.nat(9), fc.nat(9), fc.nat(999))
      .map(([major, minor, build]) => `v${major}.${minor}-${build}`)
    fc.assert(
      fc.property(version, version, (one, two) => {
        expect(Number(isOlder(one, two)) + Number(isOlder(two, one))).toBe(one === two ? 0 : 1)
      }),
    )
  })
})

describe('fromPackage', () => {
  it('converts a package’s version to the product’s notation', () => {
    expect(fromPackage('2.0.395')).toBe('v2.0-395')
  })
  it.each(['2.0', 'v2.0-395', '2.0.395-beta'])('refuses %s', (odd) => {
    expect(() => fromPackage(odd)).toThrow(RangeError)
  })
})
