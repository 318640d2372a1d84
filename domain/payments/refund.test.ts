import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentCan } from './payment.ts'
import {
  refundable,
  refundTransitions,
  restoreInstalments,
  splitByCapacity,
  takeBack,
  whyNotRefund,
} from './refund.ts'

const parts = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 90_000 }) }))
const numbered = parts.map((list) => list.map(({ amount }, id) => ({ id, amount })))
const sum = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
const cents = fc.nat({ max: 200_000 })

describe('takeBack', () => {
  it('takes the credit first, then the instalments due last', () => {
    const paid = [
      { id: 1, amount: 10_000 },
      { id: 2, amount: 10_000 },
    ]
    expect(takeBack(12_500, paid, 500)).toEqual({
      parts: [{ id: 1, amount: 8_000 }],
      taken: [
        { id: 1, amount: 2_000 },
        { id: 2, amount: 10_000 },
      ],
      credit: 0,
      left: 0,
    })
  })
  it('never creates or loses a cent, and reopens a debt only if all later ones are open', () =>
    fc.assert(
      fc.property(numbered, cents, cents, (paid, amount, credit) => {
        const back = takeBack(amount, paid, credit)
        expect(sum(back.taken) + (credit - back.credit) + back.left).toBe(amount)
        expect(sum(back.parts) + sum(back.taken)).toBe(sum(paid))
        if (back.taken.length > 0) expect(back.credit).toBe(0)
        if (back.left > 0) expect([back.parts, back.credit]).toEqual([[], 0])
        for (const { id } of back.taken.slice(1))
          expect(back.parts.some((part) => part.id === id)).toBe(false)
      }),
    ))
  it('refuses invalid amounts', () => {
    expect(() => takeBack(-1, [])).toThrow(RangeError)
    expect(() => takeBack(0.5, [])).toThrow(RangeError)
  })
})

describe('restoreInstalments', () => {
  const key = ({ id }: { id: number }) => id
  it('settles the instalments again as far as nobody has paid them meanwhile', () =>
    fc.assert(
      fc.property(numbered, cents, (paid, amount) => {
        const back = takeBack(amount, paid)
        const again = restoreInstalments(
          back.parts,
          back.taken.map((part) => ({ ...part, free: part.amount })),
          key,
        )
        expect(again.credit).toBe(0)
        expect(again.parts.toSorted((a, b) => a.id - b.id)).toEqual(paid)
      }),
    ))
  it('turns what has no room into credit, to the cent', () =>
    fc.assert(
      fc.property(numbered, cents, cents, (paid, amount, free) => {
        const { parts: left, taken } = takeBack(amount, paid)
        const again = restoreInstalments(
          left,
          taken.map((part) => ({ ...part, free })),
          key,
        )
        expect(sum(again.parts) + again.credit).toBe(sum(paid))
        for (const part of taken) {
          const before = left.find(({ id }) => id === part.id)?.amount ?? 0
          expect(again.parts.find(({ id }) => id === part.id)?.amount ?? 0).toBeLessThanOrEqual(before + free)
        }
      }),
    ))
})

describe('splitByCapacity', () => {
  it('fills first the instalments the money came from, then the others of the bill', () => {
    const rooms = [
      { id: 1, amount: 10_000, free: 7_500 },
      { id: 2, amount: 0, free: 7_500 },
    ]
    expect(splitByCapacity(10_000, rooms)).toEqual([
      { id: 1, amount: 7_500, free: 7_500 },
      { id: 2, amount: 2_500, free: 2_500 },
    ])
  })
  it('keeps every cent, never exceeds a debt’s room, and leaves no room while cents are left', () => {
    const room = fc.record({ amount: fc.nat({ max: 5_000 }), free: fc.nat({ max: 5_000 }) })
    fc.assert(
      fc.property(fc.array(room, { minLength: 1 }), fc.nat({ max: 20_000 }), (rooms, more) => {
        const amount = sum(rooms) + more
        const parts = splitByCapacity(amount, rooms)
        expect(sum(parts)).toBe(amount)
        const placed = parts.reduce((total, { free }) => total + free, 0)
        const free = rooms.reduce((total, each) => total + each.free, 0)
        expect(placed).toBe(Math.min(amount, free))
      }),
    )
  })
})

describe('the refundable amount', () => {
  const paid = { state: 'succeeded', method: 'CARD', amount: 1000, refunded: 0, refunding: 0 } as const
  const payment = { ...paid, settled_on: '2026-01-10' }
  it('excludes amounts that are refunded or being refunded', () => {
    expect(refundable({ ...payment, refunded: 300, refunding: 200 })).toBe(500)
    expect(whyNotRefund({ ...payment, refunded: 300, refunding: 700 }, '2026-01-11')).toMatch(
      /già stato rimborsato/,
    )
  })
  it('is zero during a dispute, before the money arrives, or after the provider’s deadline', () => {
    expect(whyNotRefund({ ...payment, state: 'disputed' }, '2026-01-11')).toBe(
      paymentCan.why('refund', { phase: 'disputed' }),
    )
    expect(whyNotRefund({ ...payment, state: 'processing' }, '2026-01-11')).not.toBeNull()
    expect(whyNotRefund({ ...payment, method: 'SEPA_DEBIT' }, '2026-07-09')).toBeNull()
    expect(whyNotRefund({ ...payment, method: 'SEPA_DEBIT' }, '2026-07-10')).toMatch(/180 giorni/)
    expect(whyNotRefund(payment, '2027-07-10')).toBeNull()
  })
})

it('a final state never changes, except that a succeeded refund may fail later', () => {
  expect(refundTransitions.failed).toEqual([])
  expect(refundTransitions.cancelled).toEqual([])
  expect(refundTransitions.succeeded).toEqual(['failed'])
})
