import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { isGone } from './ask-provider.ts'

const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors
const raw = (code?: string) => ({ message: 'no', type: 'invalid_request_error', code }) as never

it('a closed or unknown account counts as gone; a key of ours that lacks a right does not', () => {
  expect(isGone(new StripePermissionError(raw('account_invalid')))).toBe(true)
  expect(isGone(new StripeInvalidRequestError(raw('resource_missing')))).toBe(true)
  expect(isGone(new StripePermissionError(raw()))).toBe(false)
  expect(isGone(new StripePermissionError(raw('secret_key_required')))).toBe(false)
  expect(isGone(new Error('no'))).toBe(false)
})
