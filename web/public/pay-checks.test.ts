import { describe, expect, it } from 'vitest'
import { fieldOfRefusal, nothingTyped, whatIsWrong } from './pay-checks.ts'

const day = '2026-11-21'
const card = { ...nothingTyped, number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }
const debit = {
  ...nothingTyped,
  iban: 'IT56B9999999999000000000001',
  name: 'Rossi Lucia',
  email: 'lucia@example.it',
  accepted: true,
}

describe('what is wrong with a form', () => {
  it('is nothing when a card is complete; its e-mail may be left out', () => {
    expect(whatIsWrong(card, 'CARD', true, day)).toEqual({})
    expect(whatIsWrong({ ...card, email: 'lucia@' }, 'CARD', true, day)).toHaveProperty('email')
  })

  it('is every field of an empty card', () => {
    expect(Object.keys(whatIsWrong(nothingTyped, 'CARD', true, day))).toEqual(['number', 'expiry', 'cvc'])
  })

  it('is nothing when a debit is complete; each of its parts is needed', () => {
    expect(whatIsWrong(debit, 'SEPA_DEBIT', true, day)).toEqual({})
    expect(Object.keys(whatIsWrong(nothingTyped, 'SEPA_DEBIT', true, day))).toEqual([
      'iban',
      'name',
      'email',
      'accepted',
    ])
  })

  it('says which part of an IBAN is wrong', () => {
    const iban = 'IT64Y0542811101000000123456'
    expect(whatIsWrong({ ...debit, iban }, 'SEPA_DEBIT', true, day).iban).toContain('CIN')
  })

  it('asks only for what the provider does not, with real keys', () => {
    expect(whatIsWrong(nothingTyped, 'CARD', false, day)).toEqual({})
    expect(Object.keys(whatIsWrong(nothingTyped, 'SEPA_DEBIT', false, day))).toEqual([
      'name',
      'email',
      'accepted',
    ])
    expect(Object.keys(whatIsWrong(nothingTyped, 'KLARNA', false, day))).toEqual(['email'])
  })
})

describe('where a refusal belongs', () => {
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
