import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divide } from './divide.ts'

it('two movements pay one bill, and the rest is credit', () => {
  const targets = [{ subject_id: 1, amount: 100, bills: [{ bill_id: 7, amount: 90 }] }]
  expect(
    divide(
      [
        { movement_id: 1, open: 60 },
        { movement_id: 2, open: 40 },
      ],
      targets,
    ),
  ).toEqual([
    { movement_id: 1, subject_id: 1, amount: 60, bills: [{ bill_id: 7, amount: 60 }] },
    { movement_id: 2, subject_id: 1, amount: 40, bills: [{ bill_id: 7, amount: 30 }] },
  ])
})

it('never uses more than came or than was meant, and all of the smaller', () => {
  const cents = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(
      fc.array(cents, { maxLength: 6 }),
      fc.array(fc.tuple(cents, fc.array(cents, { maxLength: 3 })), { maxLength: 6 }),
      (open, wanted) => {
        const sources = open.map((each, at) => ({ movement_id: at, open: each }))
        const targets = wanted.map(([credit, bills], subject_id) => ({
          subject_id,
          bills: bills.map((amount, at) => ({ bill_id: subject_id * 10 + at, amount })),
          amount: credit + bills.reduce((sum, each) => sum + each, 0),
        }))
        const portions = divide(sources, targets)
        const sum = (of: readonly { amount: number }[]) => of.reduce((total, { amount }) => total + amount, 0)
        const came = open.reduce((total, each) => total + each, 0)
        expect(sum(portions)).toBe(Math.min(came, sum(targets)))
        for (const { movement_id, open: most } of sources)
          expect(sum(portions.filter((each) => each.movement_id === movement_id))).toBeLessThanOrEqual(most)
        for (const { subject_id, amount, bills } of targets) {
          const own = portions.filter((each) => each.subject_id === subject_id)
          const settled = own.flatMap((each) => each.bills ?? [])
          expect(sum(own)).toBeLessThanOrEqual(amount)
          // Bills come before credit.
          expect(sum(settled)).toBe(Math.min(sum(own), sum(bills)))
          for (const bill of bills)
            expect(sum(settled.filter(({ bill_id }) => bill_id === bill.bill_id))).toBeLessThanOrEqual(
              bill.amount,
            )
        }
      },
    ),
  )
})
