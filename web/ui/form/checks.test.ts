import { describe, expect, it } from 'vitest'
import {
  all,
  date,
  debitIban,
  fiscalCode,
  iban,
  money,
  required,
  requiredMoney,
  vatNumber,
} from './checks.ts'

describe('checks', () => {
  it('accept an empty optional field', () => {
    expect([iban(''), fiscalCode(' '), vatNumber(''), date(''), money(null)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('return a sentence that says what is wrong', () => {
    for (const sentence of [
      iban('IT60X0542811101000000123457'),
      fiscalCode('RSSMRA85T10A562X'),
      vatNumber('12345678901'),
      date('31/02/2026'),
      money(Number.NaN),
      requiredMoney(null),
    ])
      expect(sentence).toMatch(/\.$/)
  })

  it('accept pasted blanks and lower case', () => {
    expect(iban('it60 x054 2811 1010 0000 0123 456')).toBeNull()
    expect(fiscalCode(' rssmra85t10a562s ')).toBeNull()
  })

  it('accept a day as the date field stores it and as people type it', () => {
    expect([date('2026-09-15'), date('15/9/26')]).toEqual([null, null])
  })

  it('tell an account that SEPA debits do not reach', () => {
    const turkish = 'TR33 0006 1005 1978 6457 8413 26'
    expect([debitIban(''), debitIban('IT60X0542811101000000123456'), iban(turkish)]).toEqual([
      null,
      null,
      null,
    ])
    expect(debitIban(turkish)).toContain('paesi SEPA')
  })

  it('stop at the first error', () => {
    const both = all(required('Scrivi l’IBAN.'), iban)
    expect(both('')).toBe('Scrivi l’IBAN.')
    expect(both('IT00')).not.toBe('Scrivi l’IBAN.')
  })
})
