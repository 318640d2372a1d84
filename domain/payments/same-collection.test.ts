import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { type Collected, isProbableDuplicate } from './same-collection.ts'

const transfer = (of: Partial<Collected> = {}): Collected => ({
  ...{ amount: 10_000, received_on: '2026-10-02', reference: null },
  ...of,
})

describe('two collections of a person to a condominium', () => {
  it('look the same if the amount is equal and the days are equal or close', () => {
    expect(isProbableDuplicate(transfer(), transfer())).toBe(true)
    expect(isProbableDuplicate(transfer(), transfer({ received_on: '2026-10-07' }))).toBe(true)
    expect(
      isProbableDuplicate(transfer({ received_on: '2026-12-30' }), transfer({ received_on: '2027-01-04' })),
    ).toBe(true)
    expect(isProbableDuplicate(transfer(), transfer({ received_on: '2026-10-08' }))).toBe(false)
    expect(isProbableDuplicate(transfer(), transfer({ amount: 10_001 }))).toBe(false)
  })

  it('look the same with the same reference, at any distance, if it contains a number', () => {
    const far = (one: string | null, other = one) =>
      isProbableDuplicate(
        transfer({ reference: one }),
        transfer({ reference: other, received_on: '2026-02-10' }),
      )
    expect(far('Bolletta 2026/000123')).toBe(true)
    expect(far('bolletta  2026/000123', 'BOLLETTA 2026 / 000123')).toBe(true)
    expect(far('CRO 12345678', 'CRO: 12345678')).toBe(true)
    expect(far('C.R.O. n. 1234-5678', 'cro n° 12345678')).toBe(true)
    expect(far('CRO 12345678', 'CRO: 12345679')).toBe(false)
    expect(far('Bolletta 2026/000123', 'Bolletta 2026/000124')).toBe(false)
    expect(far('quote condominiali')).toBe(false)
    expect(far('rata 2026')).toBe(false)
    expect(far(null)).toBe(false)
  })

  it('look the same in either order', () => {
    const any = fc.record({
      amount: fc.constantFrom(1, 2),
      received_on: fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-01-01', days)),
      reference: fc.constantFrom(null, '', 'rif 12345', 'RIF 12345', 'altro'),
    })
    fc.assert(
      fc.property(any, any, (one, other) => {
        expect(isProbableDuplicate(one, other)).toBe(isProbableDuplicate(other, one))
        expect(isProbableDuplicate(one, one)).toBe(true)
      }),
    )
  })
})
