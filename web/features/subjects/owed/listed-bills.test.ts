import { expect, it } from 'vitest'
import { listedBills } from './listed-bills.ts'
import type { OpenBill } from './open-bills-query.ts'

const bill = (residue: number) => ({ residue }) as OpenBill
const accounts = [
  { name: 'Alba', bills_count: 2, residue: 300, bills: [bill(100), bill(200)] },
  // The server lists two of the three.
  { name: 'Zefiro', bills_count: 3, residue: 1200, bills: [bill(400), bill(500)] },
]

it('lists all bills when there is room, and what the server left out as one line', () => {
  const [alba, zefiro] = listedBills(accounts, 10)
  expect(alba).toMatchObject({ bills: [bill(100), bill(200)], left_out: { count: 0, residue: 0 } })
  expect(zefiro).toMatchObject({ bills: [bill(400), bill(500)], left_out: { count: 1, residue: 300 } })
})

it.each([0, 1, 2, 3, 4])('adds up to the residue of each condominium with room for %i bills', (most) => {
  const listed = listedBills(accounts, most)
  expect(listed.reduce((count, { bills }) => count + bills.length, 0)).toBe(most)
  for (const { bills, left_out, residue, bills_count } of listed) {
    expect(bills.reduce((sum, one) => sum + one.residue, left_out.residue)).toBe(residue)
    expect(bills.length + left_out.count).toBe(bills_count)
  }
})
