import { groupsToPay, mostGroups, mostTogether } from '@saldo/domain/payments/pay-together'
import type { MyBill } from './my-bills-query.ts'

type Selected = Pick<MyBill, 'account_id' | 'subject_id' | 'payable' | 'due_now'>

/** The sums of the selection in cents, in all and due now; how many payments it takes; if one act cannot pay it, why. */
export function sumSelectedBills(bills: readonly Selected[]): {
  residue: number
  due_now: number
  payments: number
  why: string | null
} {
  const groups = groupsToPay(bills)
  return {
    residue: bills.reduce((sum, { payable }) => sum + payable, 0),
    due_now: bills.reduce((sum, { due_now }) => sum + due_now, 0),
    payments: groups.length,
    why: whyNot(groups),
  }
}

function whyNot(groups: readonly (readonly unknown[])[]): string | null {
  if (groups.some(({ length }) => length > mostTogether))
    return `Di un condominio se ne pagano al massimo ${mostTogether} alla volta: togline qualcuna.`
  return groups.length > mostGroups
    ? `Si pagano al massimo ${mostGroups} condomìni alla volta: togline qualcuno.`
    : null
}
