import { mostTogether } from '@saldo/domain/payments/pay-together'
import type { MyBill } from './my-bills-query.ts'

type Selected = Pick<
  MyBill,
  'bill_id' | 'account_id' | 'account_name' | 'subject_id' | 'subject_nominative' | 'payable' | 'due_now'
>
/** Bills that one payment may cover. */
export type Group = { name: string; bill_ids: number[] }

/** The sums of the selection in cents, in all and due now; if it cannot be paid together, why, and the groups that can. */
export function sumSelectedBills(bills: readonly Selected[]): {
  residue: number
  due_now: number
  why: string | null
  groups: Group[]
} {
  const sums = {
    residue: bills.reduce((sum, { payable }) => sum + payable, 0),
    due_now: bills.reduce((sum, { due_now }) => sum + due_now, 0),
  }
  const groups = [
    ...Map.groupBy(bills, ({ account_id, subject_id }) => `${account_id} ${subject_id}`).values(),
  ]
  if (groups.length < 2) {
    const why =
      bills.length > mostTogether
        ? `Se ne pagano al massimo ${mostTogether} alla volta: togline qualcuna.`
        : null
    return { ...sums, why, groups: [] }
  }
  const accounts = new Set(bills.map(({ account_id }) => account_id)).size
  const why =
    accounts > 1
      ? 'Sono di condomìni diversi e ognuno ha il suo conto (art. 1129 c.c.): paga un condominio alla volta.'
      : 'Sono intestate a persone diverse: paga una persona alla volta.'
  return {
    ...sums,
    why,
    groups: groups.map((of) => {
      const { account_name, subject_nominative } = of[0] as Selected
      const name = accounts > 1 ? account_name : subject_nominative
      return { name, bill_ids: of.map(({ bill_id }) => bill_id) }
    }),
  }
}
