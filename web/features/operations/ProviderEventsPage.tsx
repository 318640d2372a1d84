import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { OperationsViews } from './OperationsViews.tsx'
import { ProviderEventPanel } from './ProviderEventPanel.tsx'
import { providerEventsList } from './provider-events-list.tsx'

/** The list of the provider's events. */
export function ProviderEventsPage() {
  return (
    <>
      <title>Eventi del provider · Saldo</title>
      <DataGrid
        list={providerEventsList}
        title="Eventi del provider"
        views={<OperationsViews current="providerEvents" />}
        empty={
          <EmptyState title="Nessun evento">
            Il provider manda un evento per ogni cosa che cambia: pagamenti, rimborsi, contestazioni.
          </EmptyState>
        }
        detail={({ id, row, steps }) => (
          <ProviderEventPanel key={id} id={Number(id)} row={row} steps={steps} />
        )}
      />
    </>
  )
}
