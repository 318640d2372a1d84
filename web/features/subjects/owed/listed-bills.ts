import type { OpenBillsOfAccount } from './open-bills-query.ts'

type Sums = Pick<OpenBillsOfAccount, 'bills_count' | 'residue' | 'bills'>

/**
 * At most `most` bills of all condominiums together, in the order given, and what the bills of each that are left out
 * come to, so that the lines always add up to its residue.
 */
export function listedBills<Account extends Sums>(accounts: readonly Account[], most: number) {
  let room = most
  return accounts.map((account) => {
    const listed = account.bills.slice(0, room)
    room -= listed.length
    const shown = listed.reduce((sum, { residue }) => sum + residue, 0)
    return {
      ...account,
      bills: listed,
      left_out: { count: account.bills_count - listed.length, residue: account.residue - shown },
    }
  })
}
