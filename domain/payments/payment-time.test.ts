import { expect, it } from 'vitest'
import { handMethods } from './payment-method.ts'
import { paymentTime } from './payment-time.ts'

it('says the hour of a payment through the provider, and only the day of money that the office registered', () => {
  expect(paymentTime('CARD', '2026-11-22T09:42:00Z')).toBe('22/11/2026 10:42')
  for (const method of handMethods) expect(paymentTime(method, '2026-11-22T11:00:00Z')).toBe('22/11/2026')
})
