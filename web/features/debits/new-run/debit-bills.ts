import { CalendarRotate } from 'iconoir-react'
import type { BulkAction, Query } from '../../../ui/grid/list.ts'
import { loadWithRetry } from '../../../ui/load-with-retry.ts'

/** Bulk action: opens the preview of a run with the selected bills, which must be of one condominium. */
export const debitAction = <Row extends { bill_id: number; account_id: number }>(
  open: (search: Query) => void,
): BulkAction<Row> => ({
  id: 'debit',
  label: 'Addebita',
  icon: CalendarRotate,
  offered: ({ count, loaded: [first, ...others] }) =>
    first !== undefined &&
    others.length + 1 === count &&
    others.every(({ account_id }) => account_id === first.account_id),
  run: ({ loaded }) => {
    const account_id = loaded[0]?.account_id
    if (account_id === undefined) return
    const bill_ids = loaded.map(({ bill_id }) => bill_id)
    void loadWithRetry(() => import('./run-choice.ts')).then(({ keepChosenBills, ofChosenBills }) => {
      keepChosenBills({ account_id, bill_ids })
      open({ account_id: String(account_id), ...ofChosenBills })
    })
  },
})
