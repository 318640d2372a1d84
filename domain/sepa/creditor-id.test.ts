import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCreditorId, creditorIdReasons, makeCreditorId } from './creditor-id.ts'

describe('checkCreditorId', () => {
  it.each(['IT66ZZZA1B2C3D4E5F6G7H8', 'it66 zzz a1b2c3d4e5f6g7h8', 'IT66001A1B2C3D4E5F6G7H8'])(
    'accepts %s',
    (text) => expect(checkCreditorId(text)).toMatchObject({ valid: true, reasons: [] }),
  )

  it.each([
    ['', 'format'],
    ['DE98ZZZ09999999999', 'format'],
    ['IT66ZZZA1B2C3D4E5F6G7H', 'length'],
    ['IT66ZZZA1B2C3D4E5F6G7H88', 'length'],
    ['IT67ZZZA1B2C3D4E5F6G7H8', 'check'],
    ['IT66ZZZA1B2C3D4E5F6G7H9', 'check'],
  ] as const)('refuses %j: %s', (text, reason) => {
    expect(checkCreditorId(text)).toMatchObject({ valid: false, reasons: [reason] })
    expect(creditorIdReasons[reason]).toMatch(/\.$/)
  })
})

describe('makeCreditorId', () => {
  it('computes a known identifier', () => {
    expect(makeCreditorId('A1B2C3D4E5F6G7H8')).toBe('IT66ZZZA1B2C3D4E5F6G7H8')
  })

  it('pads 11 digits', () => expect(makeCreditorId('97222450690')).toMatch(/^IT\d\dZZZ0000097222450690$/))

  it.each(['', '123', '97222450690X'])('refuses %j', (text) =>
    expect(() => makeCreditorId(text)).toThrow(RangeError),
  )

  it('is accepted by the check, with any business code', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(?:\d{11}|[A-Z0-9]{16})$/),
        fc.stringMatching(/^[A-Z0-9]{3}$/),
        (code, business) => {
          expect(checkCreditorId(makeCreditorId(code, business)).valid).toBe(true)
        },
      ),
    )
  })
})
