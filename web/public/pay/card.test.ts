import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandOf,
  cvcProblem,
  digitsOf,
  expiryProblem,
  groupCardNumber,
  groupExpiry,
  numberProblem,
  readExpiry,
} from './card.ts'

describe('a card’s number', () => {
  it.each([
    ['4242 4242 4242 4242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['2720990000000007', 'mastercard'],
    ['378282246310005', 'american-express'],
    ['30569309025904', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6011111111111117', 'discover'],
    ['6759649826438453', 'maestro'],
  ])('%s is a good %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
    expect(numberProblem(number)).toBeNull()
  })

  it.each(['', '4', '4242', '4242 4242 4242 4241', '3782 822463 10006', '42424242424242420'])(
    '%s is refused',
    (number) => {
      expect(numberProblem(number)).not.toBeNull()
    },
  )

  it('is refused if one digit is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'4242424242424242']
        digits[at] = String((Number(digits[at]) + by) % 10)
        expect(numberProblem(digits.join(''))).not.toBeNull()
      }),
    )
  })

  it('is grouped as on the card, and grouping is idempotent', () => {
    expect(groupCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005')
    expect(groupCardNumber('42425')).toBe('4242 5')
    fc.assert(
      fc.property(fc.string(), (text) => {
        const grouped = groupCardNumber(text)
        expect(groupCardNumber(grouped)).toBe(grouped)
        expect(digitsOf(grouped)).toBe(digitsOf(text).slice(0, 19))
      }),
    )
  })
})

describe('an expiry', () => {
  it.each([
    ['1227', '12 / 27'],
    ['12/27', '12 / 27'],
    ['12 / 2027', '12 / 27'],
    ['9/2028', '09 / 28'],
    ['9', '09'],
    ['1', '1'],
    ['1/', '01'],
    ['09', '09'],
    ['', ''],
  ])('%s is shown as %s', (typed, shown) => {
    expect(groupExpiry(typed)).toBe(shown)
  })

  it('is read as month and year', () => {
    expect(readExpiry('09 / 28')).toEqual({ month: 9, year: 2028 })
    expect(readExpiry('13 / 28')).toBeNull()
    expect(readExpiry('00 / 28')).toBeNull()
    expect(readExpiry('09')).toBeNull()
  })

  it('is valid until the end of its month', () => {
    expect(expiryProblem('11 / 26', '2026-11-30')).toBeNull()
    expect(expiryProblem('11 / 26', '2026-12-01')).not.toBeNull()
    expect(expiryProblem('12 / 25', '2026-11-21')).not.toBeNull()
    expect(expiryProblem('11 / 99', '2026-11-21')).not.toBeNull()
  })
})

describe('a security code', () => {
  it('has three digits, four on American Express', () => {
    expect(cvcProblem('123', '4242')).toBeNull()
    expect(cvcProblem('1234', '4242')).not.toBeNull()
    expect(cvcProblem('1234', '3782')).toBeNull()
    expect(cvcProblem('', '4242')).not.toBeNull()
  })
})
