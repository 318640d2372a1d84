import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Cash } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import type { BulkAction, Selected } from '../../../ui/grid/list.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { accountsToPay, type CollectionFrom } from './collection-from.ts'

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

/** Registers what a person paid; their condominium is filled in if they owe in one alone. */
export function RegisterOfSubject({ subject }: { subject: { subject_id: number; nominative: string } }) {
  const { subject_id, nominative } = subject
  const [open, setOpen] = useState(false)
  const accounts = useQuery({
    queryKey: ['bills', 'accounts-to-pay', subject_id],
    queryFn: ({ signal }) => accountsToPay(subject_id, signal),
    enabled: open,
    retry: false,
  })
  const known = accounts.data ?? []
  return (
    <IfPermitted permission="payments:write">
      <Button
        variant="default"
        leftSection={<Icon of={Cash} />}
        loading={open && accounts.isPending}
        onClick={() => setOpen(true)}
      >
        Registra incasso
      </Button>
      {open && !accounts.isPending && (
        <RegisterCollection
          from={{
            subject: { value: String(subject_id), label: nominative },
            account: known.length === 1 ? known[0] : undefined,
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </IfPermitted>
  )
}
