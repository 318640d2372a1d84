import { describe, expect, it } from 'vitest'
import { sumSelectedBills } from './selected-bills.ts'

const bill = (bill_id: number, payable: number, of: { account?: string; subject?: string } = {}) => {
  const { account = 'Via Ghibellina 41', subject = 'Conti Lucia' } = of
  return {
    ...{ bill_id, payable, due_now: payable / 2, account_name: account, subject_nominative: subject },
    ...{ account_id: account.length, subject_id: subject.length },
  }
}

describe('selected bills to pay together', () => {
  it('are summed and payable, if of one person and one condominium', () => {
    expect(sumSelectedBills([bill(1, 15_600), bill(2, 15_600)])).toEqual({
      residue: 31_200,
      due_now: 15_600,
      why: null,
      groups: [],
    })
    expect(sumSelectedBills([])).toEqual({ residue: 0, due_now: 0, why: null, groups: [] })
  })

  it('of several condominiums are offered separately', () => {
    const { why, groups } = sumSelectedBills([
      bill(1, 100),
      bill(2, 200, { account: 'Via Pisana 12' }),
      bill(3, 300),
    ])
    expect(why).toContain('condomìni diversi')
    expect(groups).toEqual([
      { name: 'Via Ghibellina 41', bill_ids: [1, 3] },
      { name: 'Via Pisana 12', bill_ids: [2] },
    ])
  })

  it('of several people in one condominium are grouped by person', () => {
    const { why, groups } = sumSelectedBills([bill(1, 100), bill(2, 200, { subject: 'Conti S.r.l.' })])
    expect(why).toContain('persone diverse')
    expect(groups.map(({ name }) => name)).toEqual(['Conti Lucia', 'Conti S.r.l.'])
  })

  it('are limited to what one payment covers', () => {
    const many = Array.from({ length: 25 }, (_, id) => bill(id, 100))
    expect(sumSelectedBills(many).why).toContain('24')
    expect(sumSelectedBills(many.slice(1)).why).toBeNull()
  })
})
