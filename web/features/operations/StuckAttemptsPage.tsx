import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { OperationsViews } from './OperationsViews.tsx'
import { StuckAttemptPanel } from './StuckAttemptPanel.tsx'
import { stuckAttemptsList } from './stuck-attempts-list.tsx'

/** The list of payments without an outcome for too long. */
export function StuckAttemptsPage() {
  return (
    <>
      <title>Pagamenti senza esito · Saldo</title>
      <DataGrid
        list={stuckAttemptsList}
        title="Pagamenti senza esito"
        views={<OperationsViews current="stuckAttempts" />}
        empty={
          <EmptyState title="Nessun pagamento senza esito">
            Qui arriva quello di cui non si sa com’è andato, da più tempo di quanto il metodo ne chieda.
          </EmptyState>
        }
        detail={({ id, row, steps }) => (
          <StuckAttemptPanel key={id} id={Number(id)} row={row} steps={steps} />
        )}
      />
    </>
  )
}
