import { describe, expect, it } from 'vitest'
import { type Applicant, activationCheckList, activationDue, waitsForOffice } from './activation.ts'

const whole: Applicant = {
  ...{ business_name: 'Studio Serra', vat_number: '07643520567', address: 'Via Ricasoli', city: 'Firenze' },
  ...{ zip_code: '50122', prov: 'FI', primary_email: 'studio@example.it', active_users: 1 },
  documents: [
    { type: 'identity', phase: 'checked' },
    { type: 'vat_certificate', phase: 'checked' },
    { type: 'contract', phase: 'checked' },
  ],
}
const states = (of: Partial<Applicant>) =>
  Object.fromEntries(
    activationCheckList({ ...whole, ...of })
      .filter(({ state }) => state !== 'done')
      .map(({ kind, state }) => [kind, state]),
  )

describe('the check list of an activation', () => {
  it('is done when data, a person and the documents are there', () => {
    expect(states({})).toEqual({})
    expect(waitsForOffice(activationCheckList(whole))).toBe(false)
  })
  it('tells company data, tax number and contact apart, with what is wrong at each field', () => {
    expect(states({ city: '', vat_number: '123', primary_email: null, active_users: 0 })).toEqual({
      ...{ company: 'missing', tax_number: 'missing', contact: 'missing', user: 'missing' },
    })
    const [company] = activationCheckList({ ...whole, city: '' })
    expect(company?.fields).toEqual({ city: 'Scrivi il comune.' })
  })
  it('a document that waits is the back office’s turn, one that was refused the office’s', () => {
    const of = (phase: 'to_check' | 'invalid' | 'waiting' | 'infected') => ({
      documents: [...whole.documents.slice(1), { type: 'identity', phase }],
    })
    expect(states(of('to_check'))).toEqual({ identity: 'to_check' })
    expect(states(of('waiting'))).toEqual({ identity: 'to_check' })
    expect(states(of('invalid'))).toEqual({ identity: 'invalid' })
    expect(states(of('infected'))).toEqual({ identity: 'invalid' })
    expect(waitsForOffice(activationCheckList({ ...whole, ...of('to_check') }))).toBe(false)
    expect(waitsForOffice(activationCheckList({ ...whole, ...of('invalid') }))).toBe(true)
  })
  it('one valid document makes up for one that was refused, and either paper proves the registration', () => {
    const again = { type: 'contract', phase: 'invalid' } as const
    expect(states({ documents: [...whole.documents, again] })).toEqual({})
    const papers = whole.documents.map(({ type, phase }) => ({
      ...{ type: type === 'vat_certificate' ? 'chamber_of_commerce' : type, phase },
    }))
    expect(states({ documents: papers })).toEqual({})
  })
})

it.each([
  ['2026-11-23', '2026-11-25'],
  // Friday, before a Sunday: Saturdays count as in the rest of the product.
  ['2026-11-27', '2026-11-30'],
  // The Immaculate Conception is a Tuesday.
  ['2026-12-07', '2026-12-10'],
])('what was given on %s is answered by %s', (given, due) => {
  expect(activationDue(given)).toBe(due)
})
