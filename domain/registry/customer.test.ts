import { describe, expect, it } from 'vitest'
import { missingOfCustomer } from './customer.ts'

const whole = {
  business_name: 'Studio Serra',
  address: 'Via Ricasoli',
  city: 'Firenze',
  zip_code: '50122',
  prov: 'fi',
  vat_number: '01234567897',
  primary_email: 'studio@serra.example.it',
}

describe('missing data of a customer', () => {
  it('is empty if invoices and mails can be sent', () => {
    expect(missingOfCustomer(whole)).toEqual({})
    expect(missingOfCustomer({ ...whole, vat_number: null, fiscal_code: '01234567897' })).toEqual({})
  })
  it.each(['business_name', 'address', 'city', 'zip_code', 'prov', 'vat_number', 'primary_email'] as const)(
    'has the field: %s, empty or blank',
    (field) => {
      for (const value of [null, '', '  ', undefined])
        expect(missingOfCustomer({ ...whole, [field]: value })).toEqual({
          [field]: expect.stringMatching(/\.$/),
        })
    },
  )
  it.each([
    ['vat_number', '01234567890'],
    ['fiscal_code', 'RSSLCU80A41D612X'],
    ['zip_code', '5012'],
    ['prov', 'XX'],
    ['primary_email', 'studio@'],
  ] as const)('has a wrong value, too: %s %s', (field, value) => {
    expect(Object.keys(missingOfCustomer({ ...whole, [field]: value }))).toEqual([field])
  })
  it('lists every field of an empty customer', () => {
    expect(Object.keys(missingOfCustomer({}))).toHaveLength(7)
  })
})
