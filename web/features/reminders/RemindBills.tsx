import { BellNotification } from 'iconoir-react'
import { Suspense } from 'react'
import type { BulkAction } from '../../ui/grid/list.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'

const RemindBillsDialog = lazyWithRetry(() => import('./RemindBillsDialog.tsx'))

/** The server accepts at most so many bills at once. */
const mostToRemind = 1000

/** Bulk action: reminds the holders of the selected bills, after the dialog opened by `open` is confirmed. */
export const remindAction = <Row,>(open: (bill_ids: number[]) => void): BulkAction<Row> => ({
  id: 'remind',
  label: 'Sollecita',
  icon: BellNotification,
  offered: ({ count }) => count <= mostToRemind,
  run: ({ ids }) => void ids().then((all) => open(all.map(Number))),
})

/** The lazy-loaded dialog that reminds of these bills. */
export const RemindBills = (of: { bill_ids: number[]; onClose: () => void; onDone?: () => void }) => (
  <Suspense>
    <RemindBillsDialog {...of} />
  </Suspense>
)
