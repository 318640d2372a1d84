import { expect, it } from 'vitest'
import { bpsOfPercent, percentOfBps } from './percent.ts'

it.each([
  ['1,5', 150],
  ['1.5 %', 150],
  ['0,05', 5],
  ['100', 10_000],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['101', null],
  ['1,555', null],
  ['uno', null],
])('%s is %s basis points', (text, bps) => {
  expect(bpsOfPercent(text)).toBe(bps)
})

it('formats basis points as a percentage', () => {
  expect([150, 5, 10_000].map(percentOfBps)).toEqual(['1,5\u00a0%', '0,05\u00a0%', '100\u00a0%'])
})
