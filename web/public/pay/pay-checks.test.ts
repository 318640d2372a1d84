import { describe, expect, it } from 'vitest'
import { type Asked, emptyForm, fieldOfRefusal, formErrors } from './pay-checks.ts'

const asks = (method: Asked['method'], ownFields = true, emailOnFile = false): Asked => ({
  ...{ method, ownFields, emailOnFile },
  today: '2026-11-21',
})
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
    expect(formErrors(card, asks('CARD'))).toEqual({})
    expect(formErrors({ ...card, email: 'lucia@' }, asks('CARD'))).toHaveProperty('email')
  })

  it('every field of an empty card', () => {
    expect(Object.keys(formErrors(emptyForm, asks('CARD')))).toEqual(['number', 'expiry', 'cvc'])
  })

  it('none for a complete debit; each field is required', () => {
    expect(formErrors(debit, asks('SEPA_DEBIT'))).toEqual({})
    expect(Object.keys(formErrors(emptyForm, asks('SEPA_DEBIT')))).toEqual([
      'iban',
      'name',
      'email',
      'accepted',
    ])
  })

  it('names the wrong part of an IBAN', () => {
    const iban = 'IT64Y0542811101000000123456'
    expect(formErrors({ ...debit, iban }, asks('SEPA_DEBIT')).iban).toContain('CIN')
  })

  it('says that a debit does not reach an account outside SEPA, and to pay in another way', () => {
    const iban = 'TR33 0006 1005 1978 6457 8413 26'
    const { iban: why } = formErrors({ ...debit, iban }, asks('SEPA_DEBIT'))
    expect(why).toContain('paesi SEPA')
    expect(why).toContain('altro modo di pagare')
  })

  it('with real keys, checks only what the provider does not', () => {
    expect(formErrors(emptyForm, asks('CARD', false))).toEqual({})
    expect(Object.keys(formErrors(emptyForm, asks('SEPA_DEBIT', false)))).toEqual([
      'name',
      'email',
      'accepted',
    ])
    expect(Object.keys(formErrors(emptyForm, asks('KLARNA', false)))).toEqual(['email'])
  })
})

describe('the cap of the next debits', () => {
  it('may be left out, and is an amount', () => {
    const next = { ...card, email: 'lucia@example.it', keep: true, autopay: true }
    expect(formErrors(next, asks('CARD'))).toEqual({})
    expect(formErrors({ ...next, cap: '300,00' }, asks('CARD'))).toEqual({})
    for (const cap of ['0', 'trecento', '-5'])
      expect(Object.keys(formErrors({ ...next, cap }, asks('CARD')))).toEqual(['cap'])
  })
  it('is not asked where it is not offered, nor while nothing but this bill is paid', () => {
    expect(formErrors({ ...card, cap: 'x' }, asks('CARD'))).toEqual({})
    const klarna = { ...emptyForm, email: 'lucia@example.it', autopay: true, cap: 'x' }
    expect(formErrors(klarna, asks('KLARNA'))).toEqual({})
  })
})

describe('the address', () => {
  it('may be left out with Klarna where the condominium has one, but not to keep a method', () => {
    const onFile = asks('KLARNA', true, true)
    expect(formErrors(emptyForm, onFile)).toEqual({})
    expect(formErrors({ ...emptyForm, email: 'lucia@' }, onFile)).toHaveProperty('email')
    expect(formErrors({ ...card, keep: true }, asks('CARD', true, true))).toHaveProperty('email')
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
