import { describe, expect, it } from 'vitest'
import { emptyForm, fieldOfRefusal, formErrors } from './pay-checks.ts'

const day = '2026-11-21'
const card = { ...emptyForm, number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }
const debit = {
  ...emptyForm,
  iban: 'IT56B9999999999000000000001',
  name: 'Rossi Lucia',
  email: 'lucia@example.it',
  accepted: true,
}

describe('errors of a payment form', () => {
  it('none for a complete card; the e-mail is optional', () => {
    expect(formErrors(card, 'CARD', true, day)).toEqual({})
    expect(formErrors({ ...card, email: 'lucia@' }, 'CARD', true, day)).toHaveProperty('email')
  })

  it('every field of an empty card', () => {
    expect(Object.keys(formErrors(emptyForm, 'CARD', true, day))).toEqual(['number', 'expiry', 'cvc'])
  })

  it('none for a complete debit; each field is required', () => {
    expect(formErrors(debit, 'SEPA_DEBIT', true, day)).toEqual({})
    expect(Object.keys(formErrors(emptyForm, 'SEPA_DEBIT', true, day))).toEqual([
      'iban',
      'name',
      'email',
      'accepted',
    ])
  })

  it('names the wrong part of an IBAN', () => {
    const iban = 'IT64Y0542811101000000123456'
    expect(formErrors({ ...debit, iban }, 'SEPA_DEBIT', true, day).iban).toContain('CIN')
  })

  it('with real keys, checks only what the provider does not', () => {
    expect(formErrors(emptyForm, 'CARD', false, day)).toEqual({})
    expect(Object.keys(formErrors(emptyForm, 'SEPA_DEBIT', false, day))).toEqual([
      'name',
      'email',
      'accepted',
    ])
    expect(Object.keys(formErrors(emptyForm, 'KLARNA', false, day))).toEqual(['email'])
  })
})

describe('the field of a provider’s refusal', () => {
  it.each([
    ['incorrect_cvc', null, 'cvc'],
    ['expired_card', null, 'expiry'],
    ['invalid_expiry_year', 'card[exp_year]', 'expiry'],
    ['incorrect_number', 'card[number]', 'number'],
    ['invalid_number', null, 'number'],
    ['parameter_invalid', 'sepa_debit[iban]', 'iban'],
    ['insufficient_funds', null, null],
    ['generic_decline', null, null],
    [null, null, null],
  ])('%s %s → %s', (code, param, field) => {
    expect(fieldOfRefusal(code, param)).toBe(field)
  })
})
