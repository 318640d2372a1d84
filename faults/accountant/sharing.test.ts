import { expect, it } from 'vitest'
import { evenParts, inEuro, portion, shareOut } from './sharing.ts'
import { centsIn, readCsv } from './sheet.ts'

it('shares every cent, with the extra cents to the largest remainders', () => {
  expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shareOut(1_000, [312_500, 687_500])).toEqual([312, 688])
  expect(shareOut(-100, [1, 1, 1])).toEqual([-34, -33, -33])
  expect(shareOut(7, [0, 5, 5])).toEqual([0, 4, 3])
  expect(evenParts(10_001, 4)).toEqual([2_501, 2_500, 2_500, 2_500])
  expect(portion(12_345, 150)).toBe(185)
})

it('reads and writes amounts in Italian format', () => {
  expect(inEuro(123_456)).toBe('1.234,56')
  expect(['1.234,56', '1234,5', '-3,00', '1234.56', 'x'].map(centsIn)).toEqual([
    123_456,
    123_450,
    -300,
    123_456,
    null,
  ])
  expect(readCsv(Buffer.from('\uFEFFa;"b ""c"";d"\r\n1;2\r\n'))).toEqual([
    ['a', 'b "c";d'],
    ['1', '2'],
  ])
})
