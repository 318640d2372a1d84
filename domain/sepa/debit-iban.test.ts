import { describe, expect, it } from 'vitest'
import { ibanReasons } from '../iban.ts'
import { whyNotDebitIban } from './debit-iban.ts'

describe('an account to debit', () => {
  it.each(['IT60X0542811101000000123456', 'it60 x054 2811 1010 0000 0123 456', 'DE89370400440532013000'])(
    '%s can be',
    (iban) => expect(whyNotDebitIban(iban)).toBeNull(),
  )
  it.each([
    ...['TR330006100519786457841326', 'tr33 0006 1005 1978 6457 8413 26', 'AE070331234567890123456'],
    // A digit is wrong, or missing, too.
    ...['TR340006100519786457841326', 'TR3300061005197864578413'],
  ])('%s cannot, because of its country', (iban) => {
    expect(whyNotDebitIban(iban)).toContain('paesi SEPA')
    expect(whyNotDebitIban(iban)).toContain('altro modo di pagare')
  })
  it.each([
    ['IT61X0542811101000000123456', 'checksum'],
    ['IT60X054281110100000012345', 'length'],
    ['IT64Y0542811101000000123456', 'cin'],
    ['US60X0542811101000000123456', 'country'],
    ['ciao', 'format'],
    ['', 'format'],
  ] as const)('%s is wrong in another way: %s', (iban, reason) =>
    expect(whyNotDebitIban(iban)).toBe(ibanReasons[reason]),
  )
})
