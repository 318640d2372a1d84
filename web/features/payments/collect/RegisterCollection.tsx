import { Cash } from 'iconoir-react'
import { Suspense } from 'react'
import type { BulkAction, Selected } from '../../../ui/grid/list.ts'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import type { CollectionFrom } from './collection-from.ts'

const Lazy = lazyWithRetry(() => import('./CollectionDialog.tsx'))

/** The dialog that registers a collection, lazy-loaded. */
export const RegisterCollection = (props: { from?: CollectionFrom; onClose: () => void }) => (
  <Suspense>
    <Lazy {...props} />
  </Suspense>
)

const LazyBills = lazyWithRetry(() => import('./CollectBillsDialog.tsx'))

/** The server accepts at most so many bills at once. */
const mostAtOnce = 60

/** Bulk action: registers one collection for each selected bill, after the dialog opened by `open` is confirmed. */
export const collectAction = <Row,>(open: (selected: Selected<Row>) => void): BulkAction<Row> => ({
  id: 'collect',
  label: 'Registra incasso',
  icon: Cash,
  offered: ({ count }) => count <= mostAtOnce,
  run: open,
})

/** The dialog that registers a collection for each of these bills, lazy-loaded. */
export const RegisterOfBills = (props: { bill_ids: number[]; onClose: () => void; onDone: () => void }) => (
  <Suspense>
    <LazyBills {...props} />
  </Suspense>
)
