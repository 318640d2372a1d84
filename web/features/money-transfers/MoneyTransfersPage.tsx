import { Plus, Settings } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { useListAddress } from '../../ui/grid/useListAddress.ts'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { MoneyTransferViews } from './MoneyTransferViews.tsx'
import { transfersList } from './money-transfers-list.tsx'
import { TransferPanel } from './TransferPanel.tsx'

const RequestDialog = lazyWithRetry(() => import('./RequestDialog.tsx'))
const LimitsDialog = lazyWithRetry(() => import('./LimitsDialog.tsx'))

/** The back office's transfers of condominiums' money, and what waits for a second person. */
export function MoneyTransfersPage() {
  const [opened, open] = useState<'request' | 'limits' | null>(null)
  const { filters } = useListAddress(transfersList)
  const names = Object.keys(filters)
  const current =
    names.length === 0 ? 'all' : names.length === 1 && filters.state === 'requested' ? 'waiting' : null
  return (
    <>
      <title>Spostamenti di denaro · Saldo</title>
      <DataGrid
        list={transfersList}
        title="Spostamenti di denaro"
        views={<MoneyTransferViews current={current} />}
        actions={
          <>
            <ResponsiveButton
              variant="default"
              icon={Settings}
              label="Limiti"
              onClick={() => open('limits')}
            />
            <ResponsiveButton
              icon={Plus}
              label="Chiedi uno spostamento"
              aria-keyshortcuts={newKey}
              onClick={() => open('request')}
            />
          </>
        }
        empty={
          <EmptyState title="Nessuno spostamento">
            Qui chiedi di mandare al conto bancario di un condominio il denaro che è ancora presso il
            provider. Lo approva sempre un’altra persona.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <TransferPanel key={id} id={Number(id)} row={row} steps={steps} />}
      />
      <Suspense fallback={null}>
        {opened === 'request' && <RequestDialog onClose={() => open(null)} />}
        {opened === 'limits' && <LimitsDialog onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
