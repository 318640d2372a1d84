import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditInstalments } from './credit-note.ts'

const instalment = (instalment_id: number, due_date: string, amount: number, settled = 0) => ({
  instalment_id,
  due_date,
  amount,
  settled,
})

describe('a credit note', () => {
  const two = [instalment(1, '2026-03-31', 100, 100), instalment(2, '2026-09-30', 100, 30)]

  it('first reduces unpaid parts, from the instalment due last', () =>
    expect(
      creditInstalments(150, [instalment(1, '2026-03-31', 100), instalment(2, '2026-09-30', 100)]),
    ).toEqual([
      { instalment_id: 2, less: 100, freed: 0 },
      { instalment_id: 1, less: 50, freed: 0 },
    ]))

  it('frees paid parts once the unpaid ones are used up', () => {
    expect(creditInstalments(70, two)).toEqual([{ instalment_id: 2, less: 70, freed: 0 }])
    expect(creditInstalments(120, two)).toEqual([
      { instalment_id: 2, less: 100, freed: 30 },
      { instalment_id: 1, less: 20, freed: 20 },
    ])
  })

  it.each([0, -1, 201, 0.5])('of %d is refused', (amount) =>
    expect(() => creditInstalments(amount, two)).toThrow(RangeError),
  )

  it('never frees while something is unpaid, and never takes more than there is', () => {
    const cents = fc.integer({ min: 1, max: 100_000 })
    const many = fc.array(
      fc.tuple(cents, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 12 })),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(many, fc.double({ min: 0, max: 1, noNaN: true }), (of, part) => {
        const instalments = of.map(([amount, paid, month], id) =>
          instalment(id, `2026-${String(month).padStart(2, '0')}-01`, amount, Math.floor(amount * paid)),
        )
        const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
        const whole = sum(instalments.map(({ amount }) => amount))
        const unpaid = whole - sum(instalments.map(({ settled }) => settled))
        const amount = Math.max(1, Math.floor(whole * part))
        const credits = creditInstalments(amount, instalments)
        expect(sum(credits.map(({ less }) => less))).toBe(amount)
        expect(sum(credits.map(({ freed }) => freed))).toBe(Math.max(0, amount - unpaid))
        for (const { instalment_id, less, freed } of credits) {
          const { amount, settled } = instalments[instalment_id]!
          expect(amount - less).toBeGreaterThanOrEqual(settled - freed)
          expect(freed).toBeLessThanOrEqual(settled)
        }
      }),
    )
  })
})
