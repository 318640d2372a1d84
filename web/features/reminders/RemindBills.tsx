import { BellNotification } from 'iconoir-react'
import { Suspense } from 'react'
import type { BulkAction } from '../../ui/grid/list.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'

const RemindBillsDialog = lazyWithRetry(() => import('./RemindBillsDialog.tsx'))

/** The server takes so many bills at a time. */
const mostToRemind = 1000

/** Reminds of the selected bills, once the dialog that `open` shows has been agreed to. */
export const remindAction = <Row,>(open: (bill_ids: number[]) => void): BulkAction<Row> => ({
  id: 'remind',
  label: 'Sollecita',
  icon: BellNotification,
  offered: ({ count }) => count <= mostToRemind,
  run: ({ ids }) => void ids().then((all) => open(all.map(Number))),
})

/** The dialog that reminds of these bills, loaded once it is wanted. */
export const RemindBills = (of: { bill_ids: number[]; onClose: () => void; onDone?: () => void }) => (
  <Suspense>
    <RemindBillsDialog {...of} />
  </Suspense>
)
