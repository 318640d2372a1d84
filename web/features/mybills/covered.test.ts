import { expect, it } from 'vitest'
import { covered, openedBy } from './covered.ts'
import type { Group } from './my-bills-query.ts'

const group = (of: object) => ({ pay: null, transfers: [], ...of }) as unknown as Group
const transfers = [{ bill_id: 1 }]
const pay = { methods: ['CARD'], api_base: null, publishable_key: 'pk' }

it('a transfer opens also if the first condominium takes nothing online', () => {
  const groups = [group({ transfers }), group({ transfers, pay })]
  const pays = covered('BANK_TRANSFER', groups)
  expect(pays).toEqual(groups)
  expect(openedBy('BANK_TRANSFER', pays)).toBe('transfers')
})

it('a card opens the form of the first condominium that takes it', () => {
  const [transfer, card] = [group({ transfers }), group({ pay })]
  const pays = covered('CARD', [transfer, card])
  expect(openedBy('CARD', pays)).toEqual({ first: card, online: pay })
  expect(openedBy('CARD', covered('CARD', [transfer]))).toBeNull()
})
