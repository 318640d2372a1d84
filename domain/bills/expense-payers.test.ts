import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RightKind } from '../right-holder.ts'
import { type Bearing, type Holder, payersOf, sharePayers } from './expense-payers.ts'

/** `2 usufructuary 1/3 pays`: person 2. */
function holders(...written: string[]): Holder[] {
  return written.map((text) => {
    const [id, right_kind, share = '1/1', pays] = text.split(' ')
    const [share_numerator = 0, share_denominator = 0] = share.split('/').map(Number)
    return {
      subject_id: Number(id),
      ...{ right_kind: right_kind as RightKind, share_numerator, share_denominator, pays: pays === 'pays' },
    }
  })
}
const ordinary: Bearing = { nature: 'ordinary', tenant_percent: null, usufructuary_percent: null }
const extraordinary: Bearing = { ...ordinary, nature: 'extraordinary' }

/** Of 100,00 €, who pays how much; or the doubt. */
function paid(of: Holder[], bearing: Bearing, amount = 100_00): Record<number, number> | string {
  const payers = payersOf(of, bearing)
  return 'doubt' in payers ? payers.doubt : Object.fromEntries(sharePayers(amount, payers.parts))
}

describe('an expense of a unit', () => {
  const split = holders('1 bare_owner', '2 usufructuary')

  it('is the usufructuary’s if it is ordinary and the bare owner’s if it is extraordinary', () => {
    expect(paid(split, ordinary)).toEqual({ 2: 100_00 })
    expect(paid(split, extraordinary)).toEqual({ 1: 100_00 })
  })

  it('can be adjusted between usufructuary and bare owner', () => {
    expect(paid(split, { ...ordinary, usufructuary_percent: 0 })).toEqual({ 1: 100_00 })
    expect(paid(split, { ...extraordinary, usufructuary_percent: 40 })).toEqual({ 1: 60_00, 2: 40_00 })
  })

  it('is the full owners’ in both cases, beside usufruct of the other shares', () => {
    const half = holders('1 owner 1/2', '2 bare_owner 1/2', '3 usufructuary 1/2')
    expect(paid(half, ordinary)).toEqual({ 1: 50_00, 3: 50_00 })
    expect(paid(half, extraordinary)).toEqual({ 1: 50_00, 2: 50_00 })
    expect(paid(half, { ...ordinary, usufructuary_percent: 50 })).toEqual({ 1: 50_00, 2: 25_00, 3: 25_00 })
  })

  it('is divided among co-owners by their shares, and paid by the one to whom the bills are made out', () => {
    expect(paid(holders('1 owner 1/3', '2 owner 2/3'), ordinary, 100)).toEqual({ 1: 33, 2: 67 })
    expect(paid(holders('1 owner 333/1000', '2 owner 333/1000', '3 owner 333/1000'), ordinary)).toEqual({
      1: 33_34,
      2: 33_33,
      3: 33_33,
    })
    expect(paid(holders('1 owner 1/3', '2 owner 2/3 pays'), ordinary)).toEqual({ 2: 100_00 })
    expect(paid(holders('1 owner 1/4 pays', '2 owner 1/4 pays', '3 owner 1/2'), ordinary)).toEqual({
      1: 50_00,
      2: 50_00,
    })
  })

  it('does not pass from usufructuary to bare owner because the bills are made out to one of them', () => {
    const marked = holders('1 bare_owner 1/1 pays', '2 usufructuary')
    expect(paid(marked, ordinary)).toEqual({ 2: 100_00 })
    expect(paid(marked, extraordinary)).toEqual({ 1: 100_00 })
  })

  it.each<[string, Holder[], Bearing]>([
    ['no_payer', [], ordinary],
    ['no_payer', holders('1 tenant'), ordinary],
    ['no_usufructuary', holders('1 bare_owner'), ordinary],
    ['no_bare_owner', holders('1 usufructuary'), extraordinary],
    ['shares', holders('1 owner', '2 owner'), ordinary],
    ['shares', holders('1 owner 1/2'), ordinary],
    ['shares', holders('1 owner 1/3 pays', '2 owner 1/3 pays'), ordinary],
    ['shares', holders('1 owner 1/2', '2 bare_owner 1/2'), ordinary],
    ['shares', holders('1 owner', '2 tenant', '3 tenant'), { ...ordinary, tenant_percent: 10 }],
    ['no_tenant_percent', holders('1 owner 1/1 pays', '2 tenant 1/1 pays'), ordinary],
  ])('is never guessed: %s', (doubt, of, bearing) => expect(paid(of, bearing)).toBe(doubt))

  it('says who is missing, so that others pay their part', () => {
    const missing = (of: Holder[], bearing: Bearing) => {
      const payers = payersOf(of, bearing)
      return 'doubt' in payers ? payers.doubt : payers.missing
    }
    expect(missing(holders('1 bare_owner 1/1 pays'), ordinary)).toEqual(['usufructuary'])
    expect(missing(holders('1 bare_owner 1/1 pays'), extraordinary)).toEqual([])
    expect(missing(holders('1 usufructuary 1/1 pays'), extraordinary)).toEqual(['bare_owner'])
    expect(missing(holders('1 owner'), { ...ordinary, tenant_percent: 90 })).toEqual(['tenant'])
    expect(missing(holders('1 owner'), { ...ordinary, tenant_percent: 0 })).toEqual([])
    expect(missing(holders('1 owner', '2 tenant'), { ...ordinary, tenant_percent: 90 })).toEqual([])
    expect(missing(holders('1 owner'), ordinary)).toEqual([])
  })

  it('is paid by whoever is left if the bills are made out to them', () => {
    expect(paid(holders('1 bare_owner 1/1 pays'), ordinary)).toEqual({ 1: 100_00 })
    expect(paid(holders('1 usufructuary 1/1 pays'), extraordinary)).toEqual({ 1: 100_00 })
  })

  it('is the tenant’s for the stated part, the rest the owner’s', () => {
    const let_ = holders('1 owner', '2 tenant')
    expect(paid(let_, ordinary)).toEqual({ 1: 100_00 })
    expect(paid(let_, { ...ordinary, tenant_percent: 90 }, 101)).toEqual({ 1: 10, 2: 91 })
    expect(paid(holders('1 owner'), { ...ordinary, tenant_percent: 90 })).toEqual({ 1: 100_00 })
    expect(
      paid(holders('1 owner 1/1 pays', '2 tenant 1/1 pays'), { ...ordinary, tenant_percent: 0 }),
    ).toEqual({ 1: 100_00 })
    expect(
      paid(holders('1 bare_owner', '2 usufructuary', '3 tenant'), { ...ordinary, tenant_percent: 50 }),
    ).toEqual({ 2: 50_00, 3: 50_00 })
  })

  it('is all the tenant’s if the bills are made out to the tenant alone, but not if it is extraordinary', () => {
    const tenant = holders('1 owner', '2 tenant 1/1 pays')
    expect(paid(tenant, ordinary)).toEqual({ 2: 100_00 })
    expect(paid(tenant, extraordinary)).toEqual({ 1: 100_00 })
    expect(paid(tenant, { ...extraordinary, tenant_percent: 30 })).toEqual({ 1: 70_00, 2: 30_00 })
  })

  it('is divided to the cent whatever the rights, shares and parts, and alike in any order of the people', () => {
    const holder: fc.Arbitrary<Holder> = fc.record({
      subject_id: fc.integer({ min: 1, max: 6 }),
      right_kind: fc.constantFrom<RightKind>('owner', 'bare_owner', 'usufructuary', 'tenant'),
      share_numerator: fc.constant(1),
      share_denominator: fc.integer({ min: 1, max: 3 }),
      pays: fc.boolean(),
    })
    const percent = fc.option(fc.integer({ min: 0, max: 100 }))
    const bearing: fc.Arbitrary<Bearing> = fc.record({
      nature: fc.constantFrom('ordinary' as const, 'extraordinary' as const),
      tenant_percent: percent,
      usufructuary_percent: percent,
    })
    let divided = 0
    fc.assert(
      fc.property(
        fc.array(holder, { maxLength: 6 }),
        bearing,
        fc.integer({ min: -999_999_99, max: 999_999_99 }),
        (of, by, amount) => {
          const shares = paid(of, by, amount)
          expect(paid(of.toReversed(), by, amount)).toEqual(shares)
          if (typeof shares === 'string') return
          divided += 1
          expect(Object.values(shares).reduce((sum, cents) => sum + cents, 0)).toBe(amount)
          const rights = (kind: RightKind) =>
            of.some(({ right_kind, subject_id }) => right_kind === kind && shares[subject_id])
          expect(
            Object.keys(shares).every((id) => of.some(({ subject_id }) => subject_id === Number(id))),
          ).toBe(true)
          if (amount !== 0)
            expect((['owner', 'bare_owner', 'usufructuary', 'tenant'] as const).some(rights)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
    expect(divided).toBeGreaterThan(20)
  })
})
