import { describe, expect, it } from 'vitest'
import { portionsOf } from './payable-portions.ts'

const instalment = (position: number, due_date: string, settled = 0) => ({
  instalment_id: position,
  position,
  due_date,
  amount: 10_000,
  settled,
  pending: 0,
})

type Instalment = ReturnType<typeof instalment>
const payable = (cents: number, ...bills: Instalment[][]) => ({
  payable: cents,
  today: '2026-11-21',
  bills: bills.map((instalments) => ({ instalments })),
})

describe('what can be paid now', () => {
  it('is everything when there is one instalment', () => {
    const bill = payable(10_000, [instalment(1, '2026-12-15')])
    expect(portionsOf(bill)).toEqual({
      all: { instalment_ids: null, amount: 10_000, until: '2026-12-15', count: 1 },
    })
  })

  it('is the next instalment or everything', () => {
    const bill = payable(17_500, [
      instalment(1, '2026-10-15', 10_000),
      instalment(2, '2026-12-15', 2_500),
      instalment(3, '2027-02-15'),
    ])
    expect(portionsOf(bill)).toEqual({
      first: { instalment_ids: [2], amount: 7_500, until: '2026-12-15', count: 1 },
      all: { instalment_ids: null, amount: 17_500, until: '2027-02-15', count: 2 },
    })
  })

  it('sums everything overdue', () => {
    const bill = payable(30_000, [
      instalment(1, '2026-08-15'),
      instalment(2, '2026-10-15'),
      instalment(3, '2026-12-15'),
    ])
    expect(portionsOf(bill)).toMatchObject({
      first: { instalment_ids: [1, 2], amount: 20_000 },
    })
  })

  it('is everything when everything is overdue', () => {
    const bill = payable(20_000, [instalment(1, '2026-08-15'), instalment(2, '2026-10-15')])
    expect(portionsOf(bill)).not.toHaveProperty('first')
  })

  it('of several bills is what is due now of each', () => {
    const bills = payable(
      40_000,
      [instalment(1, '2026-10-15'), instalment(2, '2026-12-15')],
      [instalment(3, '2026-12-20'), instalment(4, '2027-03-20')],
    )
    expect(portionsOf(bills)).toMatchObject({
      first: { instalment_ids: [1, 3], amount: 20_000, until: '2026-12-20' },
      all: { amount: 40_000 },
    })
  })
})
