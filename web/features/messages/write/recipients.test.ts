import { expect, it } from 'vitest'
import { type RecipientValues, recipientsOf } from './recipients.ts'

const values: RecipientValues = {
  to: 'user',
  user: { value: '7', label: 'Rossi Lucia' },
  customer: { value: '3', label: 'Studio Bianchi' },
  role: 'store',
}

it('contains only the current choice', () => {
  expect(recipientsOf(values)).toEqual({ user_id: 7 })
  expect(recipientsOf({ ...values, to: 'customer' })).toEqual({ customer_id: 3 })
  expect(recipientsOf({ ...values, to: 'role' })).toEqual({ role: 'store' })
  expect(recipientsOf({ ...values, to: 'everyone' })).toEqual({ everyone: true })
})

it('is null while nobody is chosen', () => {
  expect(recipientsOf({ ...values, user: null })).toBeNull()
  expect(recipientsOf({ ...values, to: 'customer', customer: null })).toBeNull()
})
