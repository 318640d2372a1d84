import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideAmongHeads } from './divide-among-heads.ts'

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
const line = fc.integer({ min: -500_000, max: 5_000_000 })

it('gives each line its share, and loses no cent', () => {
  expect(divideAmongHeads(10_000, { before: 0, lines: [10_000, 10_000] })).toEqual([5_000, 5_000])
  expect(sumOf(divideAmongHeads(100, { before: 0, lines: [1, 1, 1] }))).toBe(100)
})

it('takes back from each line what it had', () => {
  const lines = [3_333, 3_333, 3_334]
  const paid = divideAmongHeads(5_001, { before: 0, lines })
  expect(divideAmongHeads(-5_001, { before: 5_001, lines })).toEqual(paid.map((share) => -share || 0))
})

it('adds up to the sum, whatever the lines', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), line, line, (lines, before, sum) => {
      expect(sumOf(divideAmongHeads(sum, { before, lines }))).toBe(sum)
    }),
  )
})

it('gives every line exactly its amount once the bill is paid, in however many payments', () => {
  const bills = fc
    .array(line, { minLength: 1, maxLength: 12 })
    .filter((lines) => sumOf(lines) > 0)
    .chain((lines) =>
      fc.record({
        lines: fc.constant(lines),
        cuts: fc.array(fc.integer({ min: 0, max: sumOf(lines) }), { maxLength: 5 }),
      }),
    )
  fc.assert(
    fc.property(bills, ({ lines, cuts }) => {
      const stops = [...cuts.toSorted((a, b) => a - b), sumOf(lines)]
      const got = lines.map(() => 0)
      let before = 0
      for (const stop of stops) {
        for (const [at, share] of divideAmongHeads(stop - before, { before, lines }).entries())
          got[at] = (got[at] as number) + share
        before = stop
      }
      expect(got).toEqual(lines)
    }),
  )
})

it('gives everything to the first line when the lines cancel each other', () => {
  expect(divideAmongHeads(700, { before: 0, lines: [500, -500] })).toEqual([700, 0])
})

it('refuses a bill without lines', () => {
  expect(() => divideAmongHeads(1, { before: 0, lines: [] })).toThrow(RangeError)
})
