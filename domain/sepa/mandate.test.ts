import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeItalianIban } from '../iban.ts'
import { makeMandateReference, mandateCan, mandateStates, mayMoveMandate } from './mandate.ts'
import { mandateAmendment } from './mandate-amendment.ts'
import { isSepaReference } from './sepa-text.ts'
import { nextSequenceType } from './sequence-type.ts'

const reference = 'SALDO-000000001'
const iban = makeItalianIban({ abi: '05428', cab: '11101', account: '1' })
const sameBank = makeItalianIban({ abi: '05428', cab: '03200', account: '2' })
const otherBank = makeItalianIban({ abi: '03069', cab: '11101', account: '1' })

describe('the state of a mandate', () => {
  it('never leaves revoked or lapsed', () => {
    for (const from of ['revoked', 'expired'] as const) {
      for (const to of mandateStates) expect(mayMoveMandate(from, to)).toBe(false)
      expect(mandateCan.collect({ phase: from })).toBe(false)
      expect(mandateCan.why('collect', { phase: from })).toMatch(/ne serve uno nuovo\.$/)
    }
  })
  it('allows a collection only while active, and an amendment until it ends', () => {
    expect(mandateStates.filter((phase) => mandateCan.collect({ phase }))).toEqual(['active'])
    expect(mandateStates.filter((phase) => mandateCan.amend({ phase }))).toEqual([
      'draft',
      'active',
      'suspended',
    ])
    expect(mayMoveMandate('suspended', 'active')).toBe(true)
    expect(mayMoveMandate('active', 'draft')).toBe(false)
    expect(mayMoveMandate('active', 'active')).toBe(false)
  })
})

describe('the reference of a mandate', () => {
  it('is one that banks carry, and its own', () => {
    const seen = new Set<string>()
    for (const id of [1, 12, 999_999_999, 1_000_000_000, Number.MAX_SAFE_INTEGER]) {
      expect(isSepaReference(makeMandateReference(id))).toBe(true)
      seen.add(makeMandateReference(id))
    }
    expect(seen.size).toBe(5)
  })
  it.each(['', 'a'.repeat(36), '/a', 'a/', 'a//b', ' a', 'a ', 'è', 'a_b', 'a\n'])('%j is none', (text) =>
    expect(isSepaReference(text)).toBe(false),
  )
  it.each(['a', 'GEL-001-2025', 'GEL 001/2025', 'a'.repeat(35)])('%j is one', (text) =>
    expect(isSepaReference(text)).toBe(true),
  )
})

describe('an amendment', () => {
  it('is nothing while nothing changed, however the IBAN is grouped', () => {
    expect(
      mandateAmendment({ reference, iban }, { reference, iban: iban.replace(/(.{4})/g, '$1 ') }),
    ).toBeNull()
  })
  it('names the old IBAN within a bank, and SMNDA across banks and abroad', () => {
    const account = (from: string, to: string) =>
      mandateAmendment({ reference, iban: from }, { reference, iban: to })?.original_debtor_account
    expect(account(iban, sameBank)).toBe(iban)
    expect(account(iban, otherBank)).toBe('SMNDA')
    expect(account('DE89370400440532013000', iban)).toBe('SMNDA')
    expect(account('DE89370400440532013000', 'DE02120300000000202051')).toBe('SMNDA')
  })
  it('names the old reference', () => {
    expect(mandateAmendment({ reference: 'OLD-1', iban }, { reference, iban })).toEqual({
      original_mandate_reference: 'OLD-1',
      original_debtor_account: null,
    })
  })
})

describe('the sequence type', () => {
  it('is FRST until a debit was collected, then RCUR, at the end FNAL', () => {
    expect(nextSequenceType({ recurrent: true, used: false })).toBe('FRST')
    expect(nextSequenceType({ recurrent: true, used: true })).toBe('RCUR')
    expect(nextSequenceType({ recurrent: true, used: true, last: true })).toBe('FNAL')
  })
  it('is OOFF for a mandate for one debit, which then allows none', () => {
    fc.assert(
      fc.property(fc.boolean(), (last) => {
        expect(nextSequenceType({ recurrent: false, used: false, last })).toBe('OOFF')
        expect(nextSequenceType({ recurrent: false, used: true, last })).toBeNull()
      }),
    )
  })
})
