import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewAllocation } from './preview-allocation.ts'

const instalment = (instalment_id: number, due_date: string, amount: number, settled = 0) => ({
  ...{ instalment_id, position: instalment_id, due_date, amount, settled, pending: 0 },
})
const works = {
  ...{ bill_id: 1, number: '2026/000001', description: 'Facciata', unit: 'Int. 7' },
  instalments: [instalment(1, '2026-03-31', 10_000, 4_000), instalment(2, '2026-09-30', 5_000)],
}
const ordinary = {
  ...{ bill_id: 2, number: '2026/000002', description: 'Rata 3 di 4', unit: null },
  instalments: [instalment(3, '2026-06-30', 8_000), instalment(4, '2025-06-30', 8_000, 8_000)],
}

describe('allocation of a partial payment', () => {
  it('settles the instalment due first, of any bill, then the next', () => {
    expect(previewAllocation([ordinary, works], { amount: 7_500, instalment_ids: null })).toEqual([
      { instalment_id: 1, what: 'Facciata · Int. 7', due_date: '2026-03-31', amount: 6_000, residue: 0 },
      { instalment_id: 3, what: 'Rata 3 di 4', due_date: '2026-06-30', amount: 1_500, residue: 6_500 },
    ])
  })

  it('settles the chosen instalments, if any', () => {
    const shares = previewAllocation([works, ordinary], { amount: 5_000, instalment_ids: [2] })
    expect(shares.map(({ instalment_id, amount }) => [instalment_id, amount])).toEqual([[2, 5_000]])
  })

  it('adds up to the amount, and never skips an earlier due date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 19_000 }), (amount) => {
        const shares = previewAllocation([works, ordinary], { amount, instalment_ids: null })
        expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
        expect(shares.slice(0, -1).every(({ residue }) => residue === 0)).toBe(true)
        expect(shares.map(({ due_date }) => due_date)).toEqual(shares.map(({ due_date }) => due_date).sort())
      }),
    )
  })
})
