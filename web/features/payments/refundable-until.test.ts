import { describe, expect, it } from 'vitest'
import { refundableWords } from './refundable-until.ts'

describe('refundableWords', () => {
  const debit = {
    state: 'succeeded',
    refundable_until: '2026-10-27',
    unauthorised_until: '2027-10-01',
  } as const
  it('of a collected debit: until when without a reason, then until when if it was not authorised', () => {
    expect(refundableWords(debit, '2026-10-27')).toContain('fino al 27/10/2026, se chi ha pagato lo chiede')
    expect(refundableWords(debit, '2026-10-28')).toContain('fino al 01/10/2027 solo se non era autorizzato')
    expect(refundableWords(debit, '2027-10-02')).toBeNull()
  })
  it('nothing of other payments, and nothing of a debit that failed', () => {
    expect(
      refundableWords({ ...debit, refundable_until: null, unauthorised_until: null }, '2026-10-01'),
    ).toBeNull()
    expect(refundableWords({ ...debit, state: 'failed' }, '2026-10-01')).toBeNull()
  })
})
