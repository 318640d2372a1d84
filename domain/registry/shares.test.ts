import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeness } from './shares.ts'

const of = (...shares: string[]) =>
  shares.map((share) => {
    const [share_numerator = 0, share_denominator = 0] = share.split('/').map(Number)
    return { share_numerator, share_denominator }
  })

describe('the shares of a right', () => {
  it.each([
    ['whole', '1/1'],
    ['whole', '1/2', '1/2'],
    ['whole', '1/3', '2/3'],
    ['whole', '333/1000', '333/1000', '333/1000'],
    ['whole', '33/100', '33/100', '33/100'],
    ['whole', '3333/10000', '6667/10000'],
    ['short', '1/2'],
    ['short', '1/3', '1/3'],
    ['short', '49/100', '1/2'],
    ['short', '300/1000', '333/1000', '333/1000'],
    ['short'],
    ['over', '1/1', '1/1'],
    ['over', '1/2', '1/2', '1/10'],
    ['over', '52/100', '50/100'],
  ] as const)('are %s: %s %s %s', (what, ...shares) => expect(wholeness(of(...shares))).toBe(what))

  it('are whole whenever they are the parts of one whole, over any denominators', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 6 }), (parts) => {
        const all = parts.reduce((sum, part) => sum + part, 0)
        expect(wholeness(parts.map((part) => ({ share_numerator: part, share_denominator: all })))).toBe(
          'whole',
        )
      }),
    )
  })
})
