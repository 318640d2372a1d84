import { expect, it } from 'vitest'
import { type WhomValues, whomOf } from './whom.ts'

const values: WhomValues = {
  to: 'user',
  user: { value: '7', label: 'Rossi Lucia' },
  customer: { value: '3', label: 'Studio Bianchi' },
  role: 'store',
}

it('is written to whom was chosen alone, whatever was chosen before', () => {
  expect(whomOf(values)).toEqual({ user_id: 7 })
  expect(whomOf({ ...values, to: 'customer' })).toEqual({ customer_id: 3 })
  expect(whomOf({ ...values, to: 'role' })).toEqual({ role: 'store' })
  expect(whomOf({ ...values, to: 'everyone' })).toEqual({ everyone: true })
})

it('is written to nobody while nobody is chosen', () => {
  expect(whomOf({ ...values, user: null })).toBeNull()
  expect(whomOf({ ...values, to: 'customer', customer: null })).toBeNull()
})
