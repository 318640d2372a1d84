import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeItalianIban } from '../iban.ts'
import { barCodeOf, mostOnSlip, readCodeLine, writeCodeLine } from './code-line.ts'
import {
  checkDigitsOf,
  customerCodeOf,
  customerCodesOf,
  isCustomerCode,
  readCustomerCode,
  type SlipKind,
  slipKinds,
} from './customer-code.ts'
import { euroInWords } from './euro-in-words.ts'
import { postalAccountOf } from './postal-account.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const validCode = digits(16).map((sixteen) => `${sixteen}${checkDigitsOf(sixteen)}`)
const bill = fc.record({
  bill_id: fc.integer({ min: 1, max: 999_999_999_999 }),
  account_id: fc.integer({ min: 1, max: 10_000_000 }),
})
const kind = fc.constantFrom(...slipKinds)
const postalAccount = fc
  .integer({ min: 1, max: 999_999_999_999 })
  .map((number) => String(number).padStart(12, '0'))

const replaced = (code: string, at: number, digit: string) => code.slice(0, at) + digit + code.slice(at + 1)
const exchanged = (code: string, one: number, other: number) =>
  replaced(replaced(code, one, code[other] as string), other, code[one] as string)

describe('a customer code', () => {
  it('has the check digits of its 16 digits mod 93', () => {
    expect(checkDigitsOf('0000000000000000')).toBe('00')
    expect(checkDigitsOf('0000000000000093')).toBe('00')
    expect(checkDigitsOf('0000000000000418')).toBe('46')
    expect(isCustomerCode('000000000000041846')).toBe(true)
    expect(isCustomerCode('00000000000004184')).toBe(false)
    expect(isCustomerCode('00000000000004184A')).toBe(false)
  })
  it('is refused with any single digit changed', () => {
    fc.assert(
      fc.property(validCode, fc.nat(17), fc.integer({ min: 1, max: 9 }), (code, at, by) => {
        const digit = String((Number(code[at]) + by) % 10)
        expect(isCustomerCode(replaced(code, at, digit))).toBe(false)
      }),
    )
  })
  it('is refused with any two different digits exchanged, but the first and the sixteenth', () => {
    fc.assert(
      fc.property(validCode, fc.nat(15), fc.nat(15), (code, one, other) => {
        const changed = exchanged(code, one, other)
        fc.pre(changed !== code)
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        expect(isCustomerCode(changed)).toBe(from === 0 && to === 15)
      }),
    )
  })
  it('is refused with any two different neighbours exchanged, also at the check digits', () => {
    fc.assert(
      fc.property(validCode, fc.nat(16), (code, at) => {
        const changed = exchanged(code, at, at + 1)
        fc.pre(changed !== code)
        expect(isCustomerCode(changed)).toBe(false)
      }),
    )
  })
  it('of a bill is valid, tells its kind and names the bill again', () => {
    fc.assert(
      fc.property(bill, kind, (of, slip) => {
        const code = customerCodeOf(of, slip)
        expect(isCustomerCode(code)).toBe(true)
        expect(readCustomerCode(code)).toEqual({ kind: slip, bill_id: of.bill_id })
      }),
    )
  })
  it('is another one for every other bill, and for the other kind of slip', () => {
    fc.assert(
      fc.property(bill, bill, (one, other) => {
        fc.pre(one.bill_id !== other.bill_id)
        expect(new Set([...customerCodesOf(one), ...customerCodesOf(other)]).size).toBe(4)
      }),
    )
  })
  it('of a bill never changes: slips that were printed are recognised', () => {
    expect(customerCodesOf({ bill_id: 418, account_id: 7 })).toEqual([
      '849800000000041800',
      '649800000000041891',
    ])
  })
  it('of another program is not read as ours', () => {
    expect(readCustomerCode('000000000000041846')).toBeNull()
    expect(readCustomerCode('84980000000004180')).toBeNull()
  })
})

const slipOf = (of: { kind: SlipKind; code: string; account: string; amount: number }) => ({
  ...of,
  amount: of.kind === '896' ? of.amount : null,
})
const slip = fc
  .record({ kind, code: validCode, account: postalAccount, amount: fc.integer({ min: 1, max: mostOnSlip }) })
  .map(slipOf)

describe('a code line', () => {
  it('has code, eight digits of euro and two of cents, account and kind', () => {
    const code = '000000000000041846'
    expect(writeCodeLine({ kind: '896', code, account: '000012345678', amount: 41_250 })).toBe(
      '<000000000000041846>   00000412+50>  000012345678<  896>',
    )
    expect(writeCodeLine({ kind: '674', code, account: '000012345678', amount: null })).toBe(
      '<000000000000041846>                 000012345678<  674>',
    )
  })
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(slip, (of) => {
        expect(readCodeLine(writeCodeLine(of))).toEqual(of)
      }),
    )
  })
  it('is refused with any digit of its customer code changed', () => {
    fc.assert(
      fc.property(slip, fc.nat(17), fc.integer({ min: 1, max: 9 }), (of, at, by) => {
        const line = writeCodeLine(of)
        const digit = String((Number(line[at + 1]) + by) % 10)
        expect(readCodeLine(replaced(line, at + 1, digit))).toBeNull()
      }),
    )
  })
  it.each([
    ['no amount on an 896', { amount: null }],
    ['nothing to pay', { amount: 0 }],
    ['a credit', { amount: -100 }],
    ['half a cent', { amount: 1.5 }],
    ['more than eight digits of euro', { amount: mostOnSlip + 1 }],
    ['an account of eleven digits', { account: '00001234567' }],
    ['no account', { account: '000000000000' }],
    ['wrong check digits', { code: '000000000000041847' }],
    ['an amount on a 674', { kind: '674' as const }],
  ])('is not written: %s', (_why, wrong) => {
    const right = { kind: '896' as const, code: '000000000000041846', account: '000012345678', amount: 100 }
    expect(() => writeCodeLine({ ...right, ...wrong })).toThrow('not a postal slip')
  })
  it.each(['', '<000000000000041846>', '<000000000000041846> 00000412+50> 000012345678< 123>'])(
    'is not read: %s',
    (line) => expect(readCodeLine(line)).toBeNull(),
  )
})

it('a bar code has each part with its length before it: fifty digits, which pairs hold', () => {
  const of = { kind: '896', code: '000000000000041846', account: '000012345678', amount: 41_250 } as const
  expect(barCodeOf(of)).toBe('18000000000000041846120000123456781000000412503896')
  expect(barCodeOf(of)).toHaveLength(50)
})

describe('a postal account', () => {
  it('is the last twelve digits of an IBAN of Poste Italiane', () => {
    const iban = makeItalianIban({ abi: '07601', cab: '03200', account: '000012345678' })
    expect(postalAccountOf(iban)).toBe('000012345678')
    expect(postalAccountOf(iban.toLowerCase())).toBe('000012345678')
  })
  it.each([
    ['another bank', makeItalianIban({ abi: '05428', cab: '11101', account: '000012345678' })],
    ['letters in the account', makeItalianIban({ abi: '07601', cab: '03200', account: '00001234567A' })],
    ['no IBAN', null],
    ['a wrong digit', 'IT00A0760103200000012345678'],
  ])('is none: %s', (_why, iban) => expect(postalAccountOf(iban)).toBeNull())
})

it.each([
  [0, 'zero/00'],
  [3_00, 'tre/00'],
  [412_50, 'quattrocentododici/50'],
  [23_05, 'ventitré/05'],
  [21_00, 'ventuno/00'],
  [28_00, 'ventotto/00'],
  [180_00, 'centottanta/00'],
  [188_00, 'centottantotto/00'],
  [108_00, 'centotto/00'],
  [1_000_00, 'mille/00'],
  [1_003_99, 'milletré/99'],
  [2_021_00, 'duemilaventuno/00'],
  [71_180_00, 'settantunomilacentottanta/00'],
  [1_000_000_00, 'unmilione/00'],
  [2_000_003_00, 'duemilionitré/00'],
])('%i cents in words are %s', (cents, words) => expect(euroInWords(cents)).toBe(words))
