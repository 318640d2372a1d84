import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { usePermission } from '../../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { newKey } from '../../../ui/grid/useListKeys.ts'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { DetailPanel, type PanelSteps } from '../../../ui/overlay/DetailPanel.tsx'
import { useAskedAct } from '../../../ui/useAskedAct.ts'
import { RegisterCollection } from '../collect/RegisterCollection.tsx'
import type { Payment } from '../payment-query.ts'
import { paymentNumber } from '../payment-words.ts'
import { paymentsList } from './payments-list.tsx'

/** Lazy-loaded: not needed for the first paint. */
const PaymentPanel = lazyWithRetry(() =>
  import('../PaymentPanel.tsx').then((file) => ({ default: file.PaymentPanel })),
)

export function PaymentsPage() {
  const navigate = useNavigate()
  const [registering, setRegistering] = useState(false)
  const may = usePermission('payments:write')
  useAskedAct('incasso', () => setRegistering(may))
  const register = (
    <ResponsiveButton
      icon={Plus}
      label="Registra incasso"
      aria-keyshortcuts={newKey}
      onClick={() => setRegistering(true)}
    />
  )
  return (
    <>
      <title>Transazioni · Saldo</title>
      <DataGrid
        list={paymentsList}
        title="Transazioni"
        actions={may && register}
        empty={
          <EmptyState title="Nessuna transazione">
            I pagamenti dei condòmini compaiono qui appena arrivano: per farteli fare, invia il link di una
            bolletta. Contanti, assegni e bonifici arrivati li registri tu.
          </EmptyState>
        }
        detail={({ id, row, steps }) => (
          <Suspense fallback={<PaymentPanelSkeleton id={Number(id)} row={row} steps={steps} />}>
            <PaymentPanel id={Number(id)} row={row} steps={steps} />
          </Suspense>
        )}
        onExpand={(id) => void navigate(paths.paymentPage(Number(id)))}
      />
      {registering && <RegisterCollection onClose={() => setRegistering(false)} />}
    </>
  )
}

/** Skeleton of the panel, so that the list has its final width at once. */
function PaymentPanelSkeleton({
  id,
  row,
  steps,
}: {
  id: number
  row: Payment | undefined
  steps: PanelSteps
}) {
  return (
    <DetailPanel number={paymentNumber(id)} title={row?.subject_nominative ?? 'Transazione'} steps={steps}>
      <Loading what="la transazione">
        <TextSkeleton lines={8} />
      </Loading>
    </DetailPanel>
  )
}
