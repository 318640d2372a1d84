import { describe, expect, it } from 'vitest'
import { yearFrom, yearName } from './year-of-accounts.ts'

describe('a year of accounts', () => {
  it('lasts twelve months', () => {
    expect(yearFrom('2027-01-01').ends_on).toBe('2027-12-31')
    expect(yearFrom('2026-07-01').ends_on).toBe('2027-06-30')
    expect(yearFrom('2027-03-01').ends_on).toBe('2028-02-29')
  })
  it('is named by one calendar year or by two', () => {
    expect(yearName(yearFrom('2027-01-01'))).toBe('2027')
    expect(yearName(yearFrom('2026-07-01'))).toBe('2026/27')
  })
})
