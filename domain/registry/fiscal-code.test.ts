import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { checkCharacter } from './check-character.ts'
import {
  checkFiscalCode,
  checkVatNumber,
  type FiscalCodeReason,
  fiscalCodeReasons,
  makeFiscalCode,
  normaliseFiscalCode,
  vatNumberReasons,
} from './fiscal-code.ts'

const oracle = stdnum.IT!
const closed = (fifteen: string) => fifteen + checkCharacter(fifteen)

const person = fc
  .record({
    surname: fc.string({ unit: 'grapheme', maxLength: 20 }),
    name: fc.stringMatching(/^[A-Za-zàèéìòù' ]{1,20}$/),
    birth_date: fc
      .date({ min: new Date('1930-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    sex: fc.constantFrom('M' as const, 'F' as const),
    belfiore: fc.constantFrom('H501', 'F205', 'A562', 'L736', 'M376', 'Z110', 'Z404'),
  })
  .map(makeFiscalCode)

const digitPlaces = [6, 7, 9, 10, 12, 13, 14]
const withOmocodia = (code: string, places: number[]) => {
  const characters = code.slice(0, 15).split('')
  for (const place of places) {
    if (/\d/.test(characters[place]!)) characters[place] = 'LMNPQRSTUV'[Number(characters[place])]!
  }
  return closed(characters.join(''))
}

describe('checkFiscalCode, persons', () => {
  it.each([
    'RSSMRA85T10A562S',
    'RSSMRA85T10A56NH',
    'GNTLCU62B51F540T',
    'UBLNMO55R66E910H'.replace('UBL', 'BLD'),
    ' rss mra 85t10 a562s',
    "'RSSMRA85T10A562S",
    closed('RSSMRA00B29H501'),
  ])('accepts %j', (text) => {
    expect(checkFiscalCode(text)).toEqual({
      valid: true,
      fiscal_code: normaliseFiscalCode(text),
      kind: 'person',
      reasons: [],
      warnings: [],
    })
  })

  it.each<[string, FiscalCodeReason[]]>([
    ['', ['format']],
    ['RSSMRA85T10A562', ['format']],
    ['RSSMRA85T10A562SS', ['format']],
    ['R5SMRA85T10A562S', ['format']],
    ['RSSMRA85T1OA562S', ['format']],
    ['RSSMRA85T10A562T', ['check']],
    ['RGGGPP60T27B217W', ['check']],
    [closed('RSSMRA85B30A562'), ['date']],
    [closed('RSSMRA85B29A562'), ['date']],
    [closed('RSSMRA85B70A562'), ['date']],
    [closed('RSSMRA85T32A562'), ['date']],
    [closed('RSSMRA85T00A562'), ['date']],
    [closed('RSSMRA85T40A562'), ['date']],
    [closed('RSSMRA85T72A562'), ['date']],
    [closed('RSSMRA85P31A562'), ['date']],
    [closed('RSSMRA85F10A562'), ['date']],
    [closed('RSSMRA85BPLA562'), ['date']],
    [closed('RSSMRA85T10N562'), ['place']],
    [closed('RSSMRA85T10A000'), ['place']],
  ])('refuses %j: %j', (text, reasons) => {
    const checked = checkFiscalCode(text)
    expect(checked.valid).toBe(false)
    expect(checked.reasons).toEqual(reasons)
    for (const reason of checked.reasons) expect(fiscalCodeReasons[reason]).toMatch(/\.$/)
  })

  it('accepts every generated code, with any omocodia, like stdnum', () => {
    fc.assert(
      fc.property(person, fc.subarray(digitPlaces), (code, places) => {
        const variant = withOmocodia(code, places)
        expect(checkFiscalCode(variant).reasons).toEqual([])
        expect(oracle.codicefiscale!.validate(variant).isValid).toBe(true)
      }),
    )
  })

  it('accepts no code that stdnum refuses, one character away from a valid one', () => {
    const alphanumeric = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split(''))
    fc.assert(
      fc.property(person, fc.nat(15), alphanumeric, (code, index, character) => {
        const changed = code.slice(0, index) + character + code.slice(index + 1)
        if (checkFiscalCode(changed).valid) expect(oracle.codicefiscale!.validate(changed).isValid).toBe(true)
        if (changed !== code && index === 15) expect(checkFiscalCode(changed).reasons).not.toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const checked = checkFiscalCode(text)
        expect(checked.valid).toBe(checked.reasons.length === 0)
      }),
    )
  })
})

describe('checkFiscalCode, 11 digits', () => {
  it.each(['97222450690', '99984710212', 'IT 84643670999', '00743110157'])('accepts %s', (text) =>
    expect(checkFiscalCode(text)).toMatchObject({ valid: true, kind: 'company', warnings: [] }),
  )
  it.each(['97222450691', '00000000000'])('refuses %s', (text) =>
    expect(checkFiscalCode(text)).toMatchObject({ valid: false, kind: 'company', reasons: ['check'] }),
  )
})

describe('checkVatNumber', () => {
  it('strips the country code', () =>
    expect(checkVatNumber('it00743110157')).toEqual({
      valid: true,
      vat_number: '00743110157',
      reasons: [],
      warnings: [],
    }))

  it.each([
    ['', 'format'],
    ['0074311015', 'format'],
    ['RSSMRA85T10A562S', 'format'],
    ['DE00743110157', 'format'],
    ['00743110158', 'check'],
    ['00000000000', 'check'],
  ] as const)('refuses %j: %s', (text, reason) => {
    expect(checkVatNumber(text)).toMatchObject({ valid: false, reasons: [reason] })
    expect(vatNumberReasons[reason]).toMatch(/\.$/)
  })

  it('agrees with stdnum on any 11 digits, except that an unusual office is only a warning', () => {
    const elevenDigits = fc.stringMatching(/^\d{10}$/).map((ten) => {
      const right = '0123456789'.split('').find((last) => checkVatNumber(ten + last).valid)
      return right === undefined ? `${ten}0` : ten + right
    })
    fc.assert(
      fc.property(fc.oneof(elevenDigits, fc.stringMatching(/^\d{11}$/)), (digits) => {
        const checked = checkVatNumber(digits)
        const strict = checked.valid && checked.warnings.length === 0
        expect(strict).toBe(oracle.iva!.validate(digits).isValid)
      }),
      { numRuns: 1000 },
    )
  })

  it('warns of an unusual office', () =>
    expect(checkVatNumber('12345672013')).toMatchObject({ valid: true, warnings: ['office'] }))
})

describe('makeFiscalCode', () => {
  it.each([
    ['Rossi', 'Mario', '1985-12-10', 'M', 'A562', 'RSSMRA85T10A562S'],
    ['Gentile', 'Lucia', '1962-02-11', 'F', 'F540', 'GNTLCU62B51F540T'],
    ['Morelli', 'Giuseppe', '1956-02-23', 'M', 'I118', 'MRLGPP56B23I118P'],
    ['Ubaldi', 'Noemi', '1955-10-26', 'F', 'E910', 'BLDNMO55R66E910H'],
  ] as const)('%s %s', (surname, name, birth_date, sex, belfiore, code) =>
    expect(makeFiscalCode({ surname, name, birth_date, sex, belfiore })).toBe(code),
  )

  it('fills short names and drops accents', () =>
    expect(
      makeFiscalCode({ surname: 'Fo', name: 'Ìa', birth_date: '1926-03-24', sex: 'M', belfiore: 'H501' }),
    ).toMatch(/^FOXIAX26C24H501[A-Z]$/))
})
