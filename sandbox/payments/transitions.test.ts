import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors.ts'
import { assertAllowed, assertMove } from './transitions.ts'

const intent = (status: string) => ({ object: 'payment_intent', status }) as Stripe.PaymentIntent

describe('the tables of states', () => {
  it.each(['succeeded', 'canceled'])('allow no change of a payment that is %s', (from) => {
    for (const to of ['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled'])
      expect(() => assertMove('payment_intent', from, to)).toThrow(`from ${from} to ${to}`)
  })

  it('let a pending debit succeed or wait for another method, nothing else', () => {
    expect(() => assertMove('payment_intent', 'processing', 'succeeded')).not.toThrow()
    expect(() => assertMove('payment_intent', 'processing', 'requires_payment_method')).not.toThrow()
    expect(() => assertMove('payment_intent', 'processing', 'canceled')).toThrow()
  })

  it('answer a forbidden act like Stripe, with the intent in the error', () => {
    expect(() => assertAllowed('cancel', intent('requires_action'))).not.toThrow()
    try {
      assertAllowed('cancel', intent('processing'))
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError)
      expect((error as ApiError).body).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'processing' },
      })
    }
  })
})
