import { describe, expect, it } from 'vitest'
import { declineReasons, declineSentence } from '../payments/payment.ts'
import { mayRetry, stopsMandate } from './debit.ts'
import { returnKind, returnReason, returnReasons } from './return-reasons.ts'

const codes = Object.keys(returnReasons)

describe('the reason of a returned debit', () => {
  it('has a sentence for the office and one for the payer', () => {
    for (const { office, payer } of Object.values(returnReasons)) {
      expect(office).toMatch(/^[A-ZÈ].*\.$/)
      expect(payer).toMatch(/^[A-ZÈ].*\.$/)
    }
  })

  it.each('AC01 AC04 AC06 AC13 AG01 AG02 AM02 AM04 AM05 BE05 CNOR DNOR MD01 MD02 MD06 MD07'.split(' '))(
    'knows %s',
    (code) => expect(codes).toContain(code),
  )
  it.each('MS02 MS03 RC01 RR01 RR02 RR03 RR04 SL01 FOCR TECH FF01 ED05'.split(' '))('knows %s', (code) =>
    expect(codes).toContain(code),
  )

  it('allows another try for AM04 and MS03 only', () => {
    expect(codes.filter((code) => mayRetry(code, 1))).toEqual(['AM04', 'MS03'])
    expect(mayRetry('AM04', 3)).toBe(false)
  })

  it('stops a mandate that we present when the mandate is void, not when the IBAN is wrong', () => {
    expect(codes.filter(stopsMandate)).toEqual(['AC04', 'AC13', 'MD01', 'MD06', 'MD07'])
    expect(returnReason('AC01').ends).toBe('account')
  })

  it('that is unknown or missing is left to a person', () => {
    for (const code of ['ZZ99', 'toString', '', null]) {
      expect(returnReason(code)).toMatchObject({ retry: false, ends: null })
      expect(returnReason(code).office).toMatch(/chied.*\.$/)
      expect(mayRetry(code, 1)).toBe(false)
      expect(stopsMandate(code)).toBe(false)
    }
  })

  it('tells the payer by the bank’s code too', () => {
    for (const code of codes) expect(declineSentence(code)).toBe(returnReasons[code]?.payer)
  })
})

describe('the provider’s failure codes', () => {
  it('are retried and end the mandate as the banks’ reasons behind them', () => {
    const provider = Object.keys(declineReasons)
    expect(provider.filter((code) => mayRetry(code, 1)).sort()).toEqual([
      'could_not_process',
      'insufficient_funds',
    ])
    expect(provider.filter(stopsMandate).sort()).toEqual([
      'account_closed',
      'bank_account_restricted',
      'bank_ownership_changed',
      'debit_disputed',
      'debit_not_authorized',
      'invalid_account_number',
      'mandate_invalid',
      'no_account',
      'recipient_deceased',
    ])
  })
})

describe('the kind of an R-transaction', () => {
  it.each([
    ['AM04', { settled: false }, 'reject'],
    ['MS02', { settled: false }, 'refusal'],
    ['AM04', { settled: true }, 'return'],
    ['MD06', { settled: true }, 'refund'],
    ['MD01', { settled: true }, 'refund'],
    ['MD01', { settled: false }, 'reject'],
    ['FOCR', { settled: true }, 'cancellation'],
    ['AM05', { settled: true, reversed: true }, 'reversal'],
    [null, { settled: true }, 'return'],
  ] as const)('%s %j is a %s', (code, when, kind) => expect(returnKind(code, when)).toBe(kind))
})
