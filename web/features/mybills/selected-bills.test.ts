import { describe, expect, it } from 'vitest'
import { sumSelectedBills } from './selected-bills.ts'

const bill = (payable: number, of: { account?: number; subject?: number } = {}) => {
  const { account: account_id = 1, subject: subject_id = 1 } = of
  return { payable, due_now: payable / 2, account_id, subject_id }
}

describe('selected bills to pay together', () => {
  it('are summed, and one payment if of one person and one condominium', () => {
    expect(sumSelectedBills([bill(15_600), bill(15_600)])).toEqual({
      ...{ residue: 31_200, due_now: 15_600, payments: 1, why: null },
    })
    expect(sumSelectedBills([])).toEqual({ residue: 0, due_now: 0, payments: 0, why: null })
  })

  it('are a payment for each condominium, and for each person', () => {
    expect(sumSelectedBills([bill(100), bill(200, { account: 2 }), bill(300)])).toMatchObject({
      ...{ residue: 600, payments: 2, why: null },
    })
    expect(sumSelectedBills([bill(100), bill(200, { subject: 2 })])).toMatchObject({ payments: 2, why: null })
  })

  it('are limited to what one payment, and one act, cover', () => {
    const many = Array.from({ length: 25 }, () => bill(100))
    expect(sumSelectedBills(many).why).toContain('24')
    expect(sumSelectedBills(many.slice(1)).why).toBeNull()
    expect(sumSelectedBills([...many.slice(1), bill(100, { account: 2 })]).why).toBeNull()
    const accounts = Array.from({ length: 13 }, (_, account) => bill(100, { account }))
    expect(sumSelectedBills(accounts).why).toContain('12')
    expect(sumSelectedBills(accounts.slice(1)).why).toBeNull()
  })
})
