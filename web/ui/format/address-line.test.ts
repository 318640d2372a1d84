import { describe, expect, it } from 'vitest'
import { addressLine } from './address-line.ts'

const nowhere = { address: null, house_number: null, city: null, zip_code: null, prov: null }

describe('addressLine', () => {
  it('formats an address as on an envelope', () =>
    expect(
      addressLine({
        address: 'Via Ghibellina',
        house_number: '41',
        city: 'Firenze',
        zip_code: '50122',
        prov: 'FI',
      }),
    ).toBe('Via Ghibellina 41, 50122 Firenze (FI)'))
  it('leaves out missing parts and their commas', () => {
    expect(addressLine(nowhere)).toBe('')
    expect(addressLine({ ...nowhere, city: 'Prato' })).toBe('Prato')
    expect(addressLine({ ...nowhere, address: 'Via Roma' })).toBe('Via Roma')
  })
})
