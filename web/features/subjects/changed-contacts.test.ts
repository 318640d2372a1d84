import { describe, expect, it } from 'vitest'
import { changedContacts, contactChecks, contactValues, type MySubject } from './changed-contacts.ts'

const loaded: MySubject = {
  ...{
    subject_id: 7,
    nominative: 'Rossi Lucia',
    fiscal_code: null,
    email: null,
    phone: '333 1234567 (figlia)',
  },
  ...{
    address: 'Via Pisana',
    house_number: null,
    city: 'Firenze',
    city_id: '048017',
    zip_code: '50143',
    prov: 'FI',
  },
  office: { business_name: 'Studio Bianchi', email: null, phone: null },
}
const shown = contactValues(loaded)

describe('the contacts that a resident saves', () => {
  it('are those that they changed, and no other', () => {
    expect(changedContacts(loaded, shown)).toEqual({})
    expect(changedContacts(loaded, { ...shown, house_number: '12' })).toEqual({ house_number: '12' })
    expect(changedContacts(loaded, { ...shown, phone: '' })).toEqual({ phone: null })
  })
  it('have a municipality with its code, also when it has none any more', () => {
    const city = { city_id: '015146', city_desc: 'Milano', prov_id: 'MI', zip_codes: [] }
    expect(changedContacts(loaded, { ...shown, city, prov: 'MI', zip_code: '20121' })).toEqual({
      ...{ city: 'Milano', city_id: '015146', prov: 'MI', zip_code: '20121' },
    })
    expect(changedContacts(loaded, { ...shown, city: null })).toEqual({ city: null, city_id: null })
  })
  it('are checked only where they were changed: what the office wrote in its own way stops nobody', () => {
    const checks = contactChecks(loaded)
    const wrongPhone = (phone: string) => checks.phone?.(phone, { ...shown, phone })
    expect(wrongPhone(shown.phone)).toBeNull()
    expect(wrongPhone('333 (figlia)')).toContain('Scrivi solo il numero')
    expect(checks.zip_code?.('501', { ...shown, zip_code: '501' })).not.toBeNull()
  })
})
