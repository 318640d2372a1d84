import { Button } from '@mantine/core'
import { Plus } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { newKey } from '../../../ui/grid/useListKeys.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { useAskedAct } from '../../../ui/useAskedAct.ts'
import { PlatformViews } from '../PlatformViews.tsx'
import { MaintenancePanel } from './MaintenancePanel.tsx'
import { maintenancesList } from './maintenances-list.tsx'

const OpenMaintenanceDialog = lazyWithRetry(() => import('./OpenMaintenanceDialog.tsx'))

/** The list of maintenances, the one that goes on first. */
export function MaintenancesPage() {
  const [opening, setOpening] = useState(false)
  useAskedAct('manutenzione', () => setOpening(true))
  return (
    <>
      <title>Manutenzione · Saldo</title>
      <DataGrid
        list={maintenancesList}
        title="Manutenzione"
        views={<PlatformViews />}
        actions={
          <Button
            leftSection={<Icon of={Plus} />}
            aria-keyshortcuts={newKey}
            onClick={() => setOpening(true)}
          >
            Apri una manutenzione
          </Button>
        }
        empty={
          <EmptyState title="Nessuna manutenzione">
            Qui chiudi Saldo per un po’: a tutti, a uno studio o a un utente. Finisce da sola all’ora scelta.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <MaintenancePanel key={id} id={id} row={row} steps={steps} />}
      />
      <Suspense fallback={null}>
        {opening && <OpenMaintenanceDialog onClose={() => setOpening(false)} />}
      </Suspense>
    </>
  )
}
