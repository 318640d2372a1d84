import fc from 'fast-check'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import {
  checkIban,
  groupIban,
  holdsIban,
  type IbanReason,
  ibanAbi,
  ibanReasons,
  makeItalianIban,
  maskIban,
  maskIbansIn,
  normaliseIban,
} from './iban.ts'

const alphanumeric = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split(''))
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: length, maxLength: length })
const italian = fc
  .record({
    abi: digits(5),
    cab: digits(5),
    account: fc.string({ unit: alphanumeric, minLength: 12, maxLength: 12 }),
    country: fc.constantFrom('IT' as const, 'SM' as const),
  })
  .map(makeItalianIban)

describe('checkIban', () => {
  it.each([
    'IT60X0542811101000000123456',
    'it60 x054 2811 1010 0000 0123 456',
    '\u00a0IT60X 0542811101\u200b000000123456 ',
    "'IT60X0542811101000000123456",
    'IBAN: IT60X0542811101000000123456',
  ])('accepts %j', (text) =>
    expect(checkIban(text)).toEqual({
      valid: true,
      iban: 'IT60X0542811101000000123456',
      country: 'IT',
      reasons: [],
    }),
  )

  it.each([
    'IT20C0306999411000009974229',
    'IT44V0538799902000008246317',
    'IT56B9999999999000000000001',
    'IT33C9999999999000000000002',
    'IT38G9999999999000000000006',
    'SM86U0322509800000000270100',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('accepts %s', (iban) => expect(checkIban(iban).reasons).toEqual([]))

  it.each<[string, IbanReason[]]>([
    ['', ['format']],
    ['ciao', ['format']],
    ['IT60X05428111010000001234é6', ['format']],
    ['IT60X05428-11101-000000123456', ['format']],
    ['IT60505428111010000001234567'.slice(0, 27), ['format']],
    ['ITßßX0542811101000000123456', ['format']],
    ['ZZ60X0542811101000000123456', ['country']],
    ['US60X0542811101000000123456', ['country']],
    ['IT60X054281110100000012345', ['length']],
    ['IT60X05428111010000001234567', ['length']],
    ['IT61X0542811101000000123456', ['checksum']],
    ['IT64Y0542811101000000123456', ['cin']],
    ['IT70C0200899117000009775371', ['cin']],
    ['IT60X0542811101000000123457', ['checksum', 'cin']],
    ['DE88370400440532013000', ['checksum']],
  ])('refuses %j: %j', (text, reasons) => {
    const checked = checkIban(text)
    expect(checked.valid).toBe(false)
    expect(checked.reasons).toEqual(reasons)
    for (const reason of checked.reasons) expect(ibanReasons[reason]).toMatch(/\.$/)
  })

  it('refuses check digits that are never issued, although the checksum holds', () => {
    // 97 + 2 = 99: the same remainder as the digits 02.
    const two = fc.sample(italian, { numRuns: 3000, seed: 7 }).find((iban) => iban.slice(2, 4) === '02')
    expect(two).toBeDefined()
    expect(checkIban(two!).valid).toBe(true)
    expect(checkIban(two!.replace(/^(..)02/, '$199')).reasons).toEqual(['checksum'])
  })

  it('agrees with ibantools on the length of every country', () => {
    // Accounts of the French territories carry FR, those of Åland FI: the registry has no IBAN of theirs.
    const territories = 'AX BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ')
    const disagreements = Object.entries(countrySpecs)
      .filter(([country, spec]) => spec.IBANRegistry && spec.chars && !territories.includes(country))
      .filter(([country, spec]) => {
        const shape = `${country}00${'0'.repeat((spec.chars ?? 0) - 4)}`
        return !['checksum', 'format'].includes(checkIban(shape).reasons[0] ?? '')
      })
    expect(disagreements).toEqual([])
  })

  it('accepts every generated IBAN, like ibantools', () => {
    fc.assert(
      fc.property(italian, (iban) => {
        expect(checkIban(iban).reasons).toEqual([])
        expect(isValidIBAN(iban)).toBe(true)
        expect(checkIban(groupIban(iban).toLowerCase()).iban).toBe(iban)
      }),
    )
  })

  it('detects any one wrong digit or letter', () => {
    fc.assert(
      fc.property(italian, fc.integer({ min: 2, max: 26 }), alphanumeric, (iban, index, character) => {
        // Replacing a letter by a digit changes the number's length, and A counts like 0 in the CIN, so neither error
        // is always detected.
        fc.pre(iban[index] !== character && /\d/.test(iban[index]!) === /\d/.test(character))
        expect(checkIban(iban.slice(0, index) + character + iban.slice(index + 1)).valid).toBe(false)
      }),
    )
  })

  it('answers for any text, and never accepts an IBAN that ibantools refuses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: alphanumeric, maxLength: 34 })), (text) => {
        const checked = checkIban(text)
        if (checked.valid) expect(isValidIBAN(checked.iban)).toBe(true)
        else expect(checked.reasons).not.toEqual([])
      }),
    )
  })
})

describe('formatting', () => {
  it('masks the middle', () => {
    expect(maskIban('IT60 X054 2811 1010 0000 0123 456')).toBe('IT60 •••• 3456')
    expect(maskIban('IT603456')).toBe('••••')
    expect(maskIban('')).toBe('••••')
  })

  it('masks each account number in a text, and nothing else', () => {
    expect(maskIbansIn('Rossi IT60 X054 2811 1010 0000 0123 456, Neri it60x0542811101000000123456.')).toBe(
      'Rossi IT60 •••• 3456, Neri IT60 •••• 3456.',
    )
    expect(maskIbansIn('DE89370400440532013000')).toBe('DE89 •••• 3000')
    for (const text of ['RSSLCU70A41F205X', 'Italia 2026, int. 12', '12345678903', 'IT12345678903'])
      expect(maskIbansIn(text)).toBe(text)
  })

  it('groups by four', () => {
    expect(groupIban('IT60X0542811101000000123456')).toBe('IT60 X054 2811 1010 0000 0123 456')
    expect(groupIban('NO938601')).toBe('NO93 8601')
  })

  it('finds the bank’s code', () => {
    expect(ibanAbi('IT60 X054 2811 1010 0000 0123 456')).toBe('05428')
    expect(ibanAbi('SM86U0322509800000000270100')).toBe('03225')
    expect(ibanAbi('DE89370400440532013000')).toBeNull()
  })

  it('drops only characters without meaning', () => expect(normaliseIban(' it60-x ')).toBe('IT60-X'))
})

describe('makeItalianIban', () => {
  it('pads the parts and computes the check digits', () => {
    expect(makeItalianIban({ abi: '5428', cab: '11101', account: '123456' })).toBe(
      'IT60X0542811101000000123456',
    )
    expect(makeItalianIban({ abi: '99999', cab: '99999', account: '1' })).toBe('IT56B9999999999000000000001')
  })

  it('refuses parts that are not bank coordinates', () =>
    expect(() => makeItalianIban({ abi: 'ABCDE', cab: '11101', account: '1' })).toThrow(RangeError))
})

describe('holdsIban', () => {
  it.each([
    'Paga su IT60X0542811101000000123456.',
    'paga su it60 x054 2811 1010 0000 0123 456, grazie',
    'IBAN:IT60\u00a0X054-2811-1010-0000-0123-456',
    'I T 6 0 X 0 5 4 2 8 1 1 1 0 1 0 0 0 0 0 0 1 2 3 4 5 6',
    'IT60\nX05428\n11101\n000000123456',
    'il conto è ＩＴ６０ X0542811101000000123456',
    'nuovoIT60\u200bX0542811101000000123456ora',
    'versa su DE89 3704 0044 0532 0130 00',
    'oppure nl91abna0417164300',
  ])('yes: %j', (text) => expect(holdsIban(text)).toBe(true))

  it.each([
    '',
    'Paga con il link {link}, entro il 31/12/2026.',
    'IT61 X054 2811 1010 0000 0123 456',
    'La rata del 12.05.2026 e quella del 30.06.2026 sono 412,50 € ciascuna.',
    'Via Roma 12, 50122 Firenze, telefono 055 1234567, partita IVA IT 01234567897',
    'entro 15 giorni dalla data di ricevimento di questa lettera',
  ])('no: %j', (text) => expect(holdsIban(text)).toBe(false))

  it('finds every Italian IBAN, in groups, among other words', () =>
    fc.assert(
      fc.property(italian, (iban) => {
        const many = iban.replace(/\D/g, '').length >= 12
        expect(holdsIban(`Da oggi paga su ${groupIban(iban).toLowerCase()} grazie`) || !many).toBe(true)
      }),
    ))
})
