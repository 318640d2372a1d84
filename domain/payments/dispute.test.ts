import { describe, expect, it } from 'vitest'
import { stopsMandate } from '../sepa/debit.ts'
import {
  awaitsAnswer,
  debitReturn,
  disputeReason,
  disputeReasons,
  disputeState,
  disputeStates,
  isOpenDispute,
  lostBy,
  mayMoveDispute,
} from './dispute.ts'
import { declineSentence } from './payment.ts'

describe('a dispute', () => {
  it('goes from inquiry to answer to decision, never back', () => {
    for (const from of disputeStates)
      for (const to of disputeStates)
        if (mayMoveDispute(from, to)) expect(mayMoveDispute(to, from)).toBe(false)
    expect(mayMoveDispute('won', 'lost')).toBe(false)
    expect(mayMoveDispute('warning_closed', 'needs_response')).toBe(true)
  })
  it('is open until it is decided, and answered only once', () => {
    expect(disputeStates.filter(isOpenDispute)).toHaveLength(4)
    expect(disputeStates.filter(awaitsAnswer)).toEqual(['warning_needs_response', 'needs_response'])
  })
  it('has a state for each of the provider’s states', () => {
    expect(disputeState('appeal_needs_response')).toBe('under_review')
    expect(disputeState('prevented')).toBe('won')
    expect(disputeState('lost')).toBe('lost')
  })
})

it('reasons are given in Italian, also unknown ones', () => {
  for (const reason of [...Object.keys(disputeReasons), 'toString', 'nuovo']) {
    expect(disputeReason(reason).says).toMatch(/[.]$/)
    expect(declineSentence(lostBy(reason))).toContain(disputeReason(reason).says)
  }
})

it.each([
  ['debit_not_authorized', 'MD01', true],
  ['customer_initiated', 'MD06', true],
  ['insufficient_funds', 'AM04', false],
  ['bank_cannot_process', 'MS03', false],
  ['incorrect_account_details', 'AC01', true],
])('a debit returned for %s is %s; it ends the mandate: %s', (reason, bank_code, ends) => {
  const { failure_code, ...code } = debitReturn(reason)
  expect(code).toEqual({ bank_code })
  expect(stopsMandate(failure_code)).toBe(ends)
})
