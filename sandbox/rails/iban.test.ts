import { describe, expect, it } from 'vitest'
import { normalIban, readIban } from './iban.ts'
import { testIbans } from './test-ibans.ts'

describe('an IBAN', () => {
  it('shows its bank and branch', () => {
    expect(readIban('IT60X0542811101000000123456')).toEqual({
      country: 'IT',
      bank_code: '05428',
      branch_code: '11101',
      last4: '3456',
    })
    expect(readIban('DE89370400440532013000')).toEqual({
      country: 'DE',
      bank_code: '37040044',
      branch_code: null,
      last4: '3000',
    })
  })

  it.each(testIbans)('$iban is valid', ({ iban }) => {
    expect(readIban(iban)).toBeDefined()
  })

  it('with one changed character is invalid', () => {
    const iban = 'IT60X0542811101000000123456'
    for (let place = 2; place < iban.length; place++) {
      const other = iban[place] === '7' ? '8' : '7'
      const wrong = iban.slice(0, place) + other + iban.slice(place + 1)
      if (wrong !== iban) expect([wrong, readIban(wrong)]).toEqual([wrong, undefined])
    }
  })

  it.each(['', 'IT', 'IT60', 'US64SVBKUS6S3300958879', 'it60x0542811101000000123456'])(
    '%j is invalid',
    (iban) => {
      expect(readIban(iban)).toBeUndefined()
    },
  )

  it('is read with blanks and in lower case', () => {
    expect(normalIban(' it60 x054 2811 1010 0000 0123 456\n')).toBe('IT60X0542811101000000123456')
  })
})
