import { describe, expect, it } from 'vitest'
import { shownValue } from './shown-value.ts'

const number = (text: string, name = 'totale') => shownValue(text, { kind: 'number', name })

describe('a value of a result', () => {
  it('has its thousands apart and none of the zeros that PostgreSQL adds', () => {
    expect(number('106555.890000000000')).toBe('106.555,89')
    expect(number('1234.50')).toBe('1.234,50')
    expect(number('3.3333333333333333')).toBe('3,3333333333333333')
    expect(number('-12.0000')).toBe('−12,00')
    expect(number('1.5')).toBe('1,5')
    expect(number('1234567')).toBe('1.234.567')
  })
  it('keeps years and numbers of records whole, and what is no plain number as it is', () => {
    expect(number('2026', 'anno')).toBe('2026')
    expect(number('123456', 'bill_id')).toBe('123456')
    expect(number('1e+30')).toBe('1e+30')
    expect(number('NaN')).toBe('NaN')
  })
  it('is a day, and a truth, in Italian', () => {
    expect(shownValue('2026-09-15', { kind: 'day', name: 'giorno' })).toBe('15/09/2026')
    expect(shownValue('t', { kind: 'boolean', name: 'pagata' })).toBe('sì')
  })
})
