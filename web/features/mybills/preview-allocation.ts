import { allocate } from '@saldo/domain/payments/allocation'
import type { Portion } from '../../public/pay/payable-portions.ts'
import type { Group } from './my-bills-query.ts'

type Bill = Pick<Group['bills'][number], 'bill_id' | 'number' | 'description' | 'unit' | 'instalments'>
export type AllocatedShare = {
  instalment_id: number
  what: string
  due_date: string
  amount: number
  /** The part of the instalment that remains due. */
  residue: number
}

/** The instalments that an amount (cents) would settle, in the server's order (art. 1193 c.c.). */
export function previewAllocation(
  bills: readonly Bill[],
  portion: Pick<Portion, 'amount' | 'instalment_ids'>,
): AllocatedShare[] {
  const due = bills
    .toSorted((one, other) => one.bill_id - other.bill_id)
    .flatMap((bill) =>
      bill.instalments.map(({ instalment_id, due_date, amount, settled }) => ({
        ...{ instalment_id, due_date, still_due: amount - settled },
        what: [bill.description, bill.unit].filter(Boolean).join(' · '),
      })),
    )
    .filter(({ still_due }) => still_due > 0)
  const { allocations } = allocate(portion.amount, due, portion.instalment_ids ?? [])
  return allocations.map(({ instalment_id, amount }) => {
    const { what, due_date, still_due } = due.find(
      (each) => each.instalment_id === instalment_id,
    ) as (typeof due)[0]
    return { instalment_id, what, due_date, amount, residue: still_due - amount }
  })
}
