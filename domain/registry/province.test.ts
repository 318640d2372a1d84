import { expect, it } from 'vitest'
import { isProvince, provinces } from './province.ts'

it('there are 107 provinces, each with its own name', () => {
  expect(Object.keys(provinces)).toHaveLength(107)
  expect(new Set(Object.values(provinces)).size).toBe(107)
})

it.each(['MI', 'NA', 'SU', 'BT'])('%s is a province', (code) => expect(isProvince(code)).toBe(true))
it.each(['', 'XX', 'mi', 'CI', 'toString', '__proto__'])('%j is not a province', (code) =>
  expect(isProvince(code)).toBe(false),
)
